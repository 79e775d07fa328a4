import MusicalTime

/// A lane as text: `X` accent, `x` hit, `o` soft, `.` rest, `+` extends the hit before it into this
/// marker; spaces and `|` are ignored.
///
/// Right after a hit, in any order: `=73` velocity, `!` accent, `?50` probability in per cent, `*3`
/// ratchet (`*3<40` rises by 40 in velocity, `*3>40` falls), `@-1/96` or `@0.0123` offset in beats, `&1:4`
/// `&fill` `&!fill` `&first` condition, `~3` held for 3 more markers where `+` cannot show it, `#2`
/// with the envelope of clip 2.
public enum StepNotation {
  /// The velocity of `X`.
  public static let accent = Velocity(clamping: 120)
  /// The velocity of `x`.
  public static let hit = Velocity(clamping: 96)
  /// The velocity of `o`.
  public static let soft = Velocity(clamping: 56)

  /// Parses `text`: one step for each of `X`, `x`, `o`, `.` and `+`.
  public static func steps(_ text: String) throws(StepNotationError) -> [Step?] {
    var reader = StepReader(text)
    return try reader.steps()
  }

  /// Steps as text with a space after every `stepsPerBeat`; parses to the same steps.
  public static func text(_ steps: [Step?], stepsPerBeat: Int? = nil) -> String {
    let group = max(stepsPerBeat ?? steps.count, 1)
    return text(steps) { $0.isMultiple(of: group) }
  }

  /// Steps as text with a space before the first marker of each beat of `grid`.
  public static func text(_ steps: [Step?], over grid: Grid) -> String {
    let bars = PatternGrid.bars(in: grid)
    return text(steps) { $0 < bars.count && bars[$0] }
  }

  /// Whether the four marks for rest, soft, hit and accent suffice for `steps`.
  public static func isMarksOnly(_ steps: [Step?]) -> Bool {
    steps.allSatisfy { $0 == nil || $0 == Step(accent) || $0 == Step(hit) || $0 == Step(soft) }
  }

  private static func text(_ steps: [Step?], isGroup: (Int) -> Bool) -> String {
    var text = ""
    var held = 0
    for (index, step) in steps.enumerated() {
      if index > 0, isGroup(index) { text += " " }
      guard let step else {
        text += held > 0 ? "+" : "."
        held -= 1
        continue
      }
      let canShow = canShowHold(of: step, at: index, in: steps)
      held = canShow ? step.hold : 0
      text += mark(of: step.velocity) + step.subMarks
      if step.hold > 0, !canShow { text += "~\(step.hold)" }
    }
    return text
  }

  /// Whether the markers for which a hit is held exist and are rests.
  private static func canShowHold(of step: Step, at index: Int, in steps: [Step?]) -> Bool {
    guard step.hold > 0 else { return true }
    return step.hold < steps.count - index
      && steps[index + 1...index + step.hold].allSatisfy { $0 == nil }
  }

  private static func mark(of velocity: Velocity) -> String {
    switch velocity {
    case accent: "X"
    case hit: "x"
    case soft: "o"
    default: "\(PatternGrid.mark(of: velocity))=\(velocity.value)"
    }
  }
}

extension Step {
  /// The marks for values that differ from the default, except velocity and hold.
  fileprivate var subMarks: String {
    var marks = isAccented ? "!" : ""
    if probability != 100 { marks += "?\(probability)" }
    if ratchet != .single {
      marks += "*\(ratchet.count)"
      if ratchet.slope != 0 { marks += "\(ratchet.slope > 0 ? "<" : ">")\(abs(ratchet.slope))" }
    }
    if offset != .zero { marks += "@" + offset.shortest }
    if let condition { marks += "&\(condition)" }
    if let clip { marks += "#\(clip + 1)" }
    return marks
  }
}

extension StepCondition: CustomStringConvertible {
  /// The step notation: `1:4`, `fill`, `!fill` or `first`.
  public var description: String {
    switch self {
    case .turn(let turn, let count): "\(turn):\(count)"
    case .fill: "fill"
    case .notFill: "!fill"
    case .first: "first"
    }
  }
}
