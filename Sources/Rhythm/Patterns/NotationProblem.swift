import MusicalTime

/// What is wrong with a line of a pattern in text form; quotes the text where that helps.
public enum NotationProblem: Error, Hashable, Sendable {
  case noColon
  case openQuote
  case openBracket
  case unknownVoice(String)
  /// Only lanes are accepted here.
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
  /// What is wrong and what is expected, as a phrase.
  public var description: String {
    switch self {
    case .noColon: "expected a word, a colon and a value, as in kick: x..x"
    case .openQuote: "a double quote is not closed"
    case .openBracket: "a bracket is not closed"
    case .unknownVoice(let name):
      "unknown word \(name.quoted): expected a drum, a note and a channel as in 64@3,"
        + " or name, meter, grid, loop, clips, accent or groove"
    case .notALane(let word): "\(word) belongs to a whole pattern, not to lanes"
    case .twice(let word): "\(word) is written twice"
    case .unknownSetting(let word, let known):
      "unknown setting \(word.quoted): expected \(known)"
    case .value(let text, let expected):
      "expected \(expected), found \(text.asFound)"
    case .clipCount(let count): "clip \(count): a pattern has clips \(Clip.numbers.words())"
    case .steps(let error): error.reason
    case .grid(let error): error.description
    case .groove(let error): error.description
    case .pattern(let error): error.description
    }
  }
}

/// Why text is not a valid pattern, and in which line. Lines count from 0 here and from 1 in
/// messages.
public struct PatternNotationError: Error, Hashable, CustomStringConvertible {
  /// The line, counted from 0.
  public let line: Int
  /// The first word of the line, or empty.
  public let word: String
  /// The reason.
  public let problem: NotationProblem

  /// `problem` in a line.
  public init(line: Int, word: String, _ problem: NotationProblem) {
    self.line = line
    self.word = word
    self.problem = problem
  }

  /// Where, what is wrong and what is expected.
  public var description: String {
    var place = "line \(line + 1)"
    // A pattern's own error already names the lane.
    if case .pattern = problem { return "\(place): \(problem)" }
    if !word.isEmpty { place += " (\(word))" }
    if case .steps(let error) = problem { place += ", \(error.place)" }
    return "\(place): \(problem)"
  }
}
