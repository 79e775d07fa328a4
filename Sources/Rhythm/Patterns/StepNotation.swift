/// A lane as text: `X` accent, `x` hit, `o` soft, `.` rest; blanks and `|` are for the eye only.
public enum StepNotation {
  /// `X`.
  public static let accent = Velocity(clamping: 120)
  /// `x`.
  public static let hit = Velocity(clamping: 96)
  /// `o`.
  public static let soft = Velocity(clamping: 56)

  /// The steps that `text` writes, one for each mark.
  public static func steps(_ text: String) throws(StepNotationError) -> [Step?] {
    var steps: [Step?] = []
    for (column, mark) in text.enumerated() {
      switch mark {
      case "X": steps.append(Step(accent))
      case "x": steps.append(Step(hit))
      case "o": steps.append(Step(soft))
      case ".": steps.append(nil)
      case " ", "\t", "|": continue
      default: throw StepNotationError(mark: mark, column: column, step: steps.count)
      }
    }
    return steps
  }

  /// Steps as text with a blank after every `stepsPerBeat`, or nil when some velocity has no mark of its own.
  public static func text(_ steps: [Step?], stepsPerBeat: Int? = nil) -> String? {
    var text = ""
    for (index, step) in steps.enumerated() {
      if let stepsPerBeat, stepsPerBeat > 0, index > 0, index.isMultiple(of: stepsPerBeat) {
        text += " "
      }
      switch step {
      case Step(accent): text += "X"
      case Step(hit): text += "x"
      case Step(soft): text += "o"
      case nil: text += "."
      default: return nil
      }
    }
    return text
  }
}

/// A mark that means nothing in a lane; column and step are counted from 0 in here and from 1 in words.
public struct StepNotationError: Error, Hashable, CustomStringConvertible {
  /// The character that is no mark.
  public let mark: Character
  /// Characters before it, blanks included.
  public let column: Int
  /// Steps before it.
  public let step: Int

  public init(mark: Character, column: Int, step: Int) {
    self.mark = mark
    self.column = column
    self.step = step
  }

  /// Where, and what is wrong.
  public var description: String { "\(place): \(reason)" }

  /// Where it stands, in words.
  public var place: String { "step \(step + 1) (column \(column + 1))" }

  /// What is wrong there.
  public var reason: String {
    // A control character would upset the terminal that this is read on.
    let isControl = mark.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return
      "\(isControl ? "a control character" : "“\(mark)”") is none of X (accent), x, o (soft) and . (rest)"
  }
}
