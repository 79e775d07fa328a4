import MusicalTime

/// Why a lane's text is not valid. Column and step count from 0 here and from 1 in messages.
public struct StepNotationError: Error, Hashable, CustomStringConvertible {
  /// The reason.
  public let problem: Reason
  /// The number of characters before it, including spaces.
  public let column: Int
  /// The number of steps before the one it refers to.
  public let step: Int

  /// Reasons for the failure.
  public enum Reason: Hashable, Sendable {
    /// An unknown character.
    case strangeMark(Character)
    /// A `+` without a hit before it.
    case nothingToHold
    /// A sub-mark without a hit before it.
    case noHit(Character)
    /// A repeated sub-mark.
    case twice(Character)
    /// The value of a sub-mark is malformed or out of range.
    case value(Character, String)
  }

  /// `problem` at a column and step.
  public init(_ problem: Reason, column: Int, step: Int) {
    self.problem = problem
    self.column = column
    self.step = step
  }

  /// An unknown character.
  public init(mark: Character, column: Int, step: Int) {
    self.init(.strangeMark(mark), column: column, step: step)
  }

  /// Where the text is wrong, and why.
  public var description: String { "\(place): \(reason)" }

  /// The position, as a phrase.
  public var place: String { "step \(step + 1) (column \(column + 1))" }

  /// The reason, as a phrase.
  public var reason: String {
    switch problem {
    case .strangeMark(let mark):
      "expected X (accent), x, o (soft), + (hold) or . (rest), found \(Self.quoted(mark))"
    case .nothingToHold: "“+” must follow a hit"
    case .noHit(let mark): "“\(mark)” must directly follow a hit"
    case .twice(let mark): "“\(mark)” is written twice"
    case .value(let mark, let text):
      "expected \(Self.expected(after: mark)), found \("\(mark)\(text)".quoted)"
    }
  }

  private static func quoted(_ mark: Character) -> String {
    // A control character would disturb the terminal that shows the message.
    let isControl = mark.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a control character" : "“\(mark)”"
  }

  private static func expected(after mark: Character) -> String {
    switch mark {
    case "=": "= and a velocity of \(Velocity.range.words())"
    case "?": "? and a probability of \(Step.probabilities.words())"
    case "*":
      "* and \(Ratchet.counts.words()) strokes, and perhaps < or > and "
        + "\((0...Ratchet.slopes.upperBound).words()) as in *3<40"
    case "@": "@ and an offset of \(Step.offsets.words(unit: "beats")) as in @-1/96"
    case "&":
      "& and 1:4 (up to \(StepCondition.loops.upperBound):\(StepCondition.loops.upperBound)), "
        + "fill, !fill or first"
    case "#": "# and a clip of \(Clip.numbers.words())"
    default: "~ and \(Step.holds.words()) markers"
    }
  }
}
