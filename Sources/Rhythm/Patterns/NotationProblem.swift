/// What is wrong with a line of a pattern as text, quoting it where that helps.
public enum NotationProblem: Error, Hashable, Sendable {
  case noColon
  case openQuote
  case openBracket
  case unknownVoice(String)
  /// Only lanes can be read here.
  case notALane(String)
  case twice(String)
  case unknownSetting(String, known: String)
  case value(String, expected: String)
  case clipCount(Int)
  case steps(StepNotationError)
  case grid(GridError)
  case groove(GrooveNotationError)
  case pattern(PatternError)
}

extension NotationProblem: CustomStringConvertible {
  /// What is wrong and what is expected, in words.
  public var description: String {
    switch self {
    case .noColon: "a line is a word, a colon and what it is, as in kick: x..x"
    case .openQuote: "a double quote is opened and not closed"
    case .openBracket: "a bracket is opened and not closed"
    case .unknownVoice(let name):
      "\(Quoted.forReading(name)) is neither a drum, nor a note and a channel as in 64@3,"
        + " nor name, meter, grid, loop, clips, accent or groove"
    case .notALane(let word): "\(word) belongs to a whole pattern, not to lanes"
    case .twice(let word): "\(word) is written twice"
    case .unknownSetting(let word, let known):
      "\(Quoted.forReading(word)) is no setting; there are \(known)"
    case .value(let text, let expected):
      "\(Quoted.forReading(text)) should be \(expected)"
    case .clipCount(let count): "clip \(count): a pattern has clips 1 to \(Clip.count)"
    case .steps(let error): error.reason
    case .grid(let error): error.description
    case .groove(let error): error.description
    case .pattern(let error): error.description
    }
  }
}

/// What is wrong with a pattern as text, and in which line; lines are counted from 0 in here and from
/// 1 in words.
public struct PatternNotationError: Error, Hashable, CustomStringConvertible {
  public let line: Int
  /// The word that begins the line, or empty.
  public let word: String
  public let problem: NotationProblem

  public init(line: Int, word: String, _ problem: NotationProblem) {
    self.line = line
    self.word = word
    self.problem = problem
  }

  /// Where, what is wrong and what is expected.
  public var description: String {
    var place = "line \(line + 1)"
    // A pattern's own error names the lane.
    if case .pattern = problem { return "\(place): \(problem)" }
    if !word.isEmpty { place += " (\(word))" }
    if case .steps(let error) = problem { place += ", \(error.place)" }
    return "\(place): \(problem)"
  }
}
