/// What means nothing in a lane; column and step are counted from 0 in here and from 1 in words.
public struct StepNotationError: Error, Hashable, CustomStringConvertible {
  public let problem: Problem
  /// Characters before it, blanks included.
  public let column: Int
  /// Steps before the one that it is about.
  public let step: Int

  /// What can be wrong with a mark.
  public enum Problem: Hashable, Sendable {
    /// A character that is no mark.
    case strangeMark(Character)
    /// A `+` with no hit before it.
    case nothingToHold
    /// A sub-mark that follows no hit.
    case noHit(Character)
    /// A sub-mark that the hit has already.
    case twice(Character)
    /// What follows a sub-mark isn't of its kind or out of its range.
    case value(Character, String)
  }

  public init(_ problem: Problem, column: Int, step: Int) {
    self.problem = problem
    self.column = column
    self.step = step
  }

  /// A character that is no mark.
  public init(mark: Character, column: Int, step: Int) {
    self.init(.strangeMark(mark), column: column, step: step)
  }

  /// Where, and what is wrong.
  public var description: String { "\(place): \(reason)" }

  /// Where it stands, in words.
  public var place: String { "step \(step + 1) (column \(column + 1))" }

  /// What is wrong there.
  public var reason: String {
    switch problem {
    case .strangeMark(let mark):
      "\(Self.quoted(mark)) is none of X (accent), x, o (soft), + (hold) and . (rest)"
    case .nothingToHold: "“+” holds the hit before it on, and there is none"
    case .noHit(let mark): "“\(mark)” belongs right after a hit"
    case .twice(let mark): "“\(mark)” is written twice"
    case .value(let mark, let text): "“\(mark)\(text)” should be \(Self.expected(after: mark))"
    }
  }

  private static func quoted(_ mark: Character) -> String {
    // A control character would upset the terminal that this is read on.
    let isControl = mark.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a control character" : "“\(mark)”"
  }

  private static func expected(after mark: Character) -> String {
    switch mark {
    case "=": "= and a velocity of 1 to 127"
    case "?": "? and a probability of 0 to 100"
    case "*": "* and 1 to 8 strokes, and perhaps < or > and 0 to 127 as in *3<40"
    case "@": "@ and an offset of -1 to 1 beats as in @-1/96"
    case "&": "& and 1:4 (up to 64:64), fill, !fill or first"
    default: "~ and 1 to 255 markers"
    }
  }
}
