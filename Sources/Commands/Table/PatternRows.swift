import MusicalTime
public import Rhythm

/// What can be asked of a patch's patterns and their order.
public enum ArrangeCommand: Sendable, Hashable {
  case pattern(PatternCommand)
  case song(SongCommand)
  /// Play the pattern of that number, from 0, when the patch has it so: a Program Change was heard.
  case program(Int)
}

/// What can be asked of a patch's patterns; new ones are selected.
public enum PatternCommand: Sendable, Hashable {
  case list
  /// Play another one from that moment on, and edit it.
  case select(PatternChoice, at: SwitchMoment)
  /// Add an empty one over the grid of the selected one.
  case new(String, at: SwitchMoment)
  /// Add a copy of the selected one.
  case copy(String, at: SwitchMoment)
  case rename(PatternChoice?, to: String)
  case delete(PatternChoice)
  /// Move to a number from 0.
  case move(PatternChoice, to: Int)
}

/// Commands about patterns.
enum PatternRows {
  static let all: [CommandSpec] = [
    CommandSpec("pattern list", does: "list the patterns") { .arrange(.pattern(.list)) }
      .alias("pattern").query.when { $0.count == 0 },
    CommandSpec(
      "pattern", .of(PatternChoice.self), .of(SwitchMoment.self),
      does: "play another pattern, at the loop's end or when asked",
      as: "pattern verse", "pattern 2 now", "pattern next bar"
    ) { .arrange(.pattern(.select($0, at: $1))) }.access(.play).touching(.music),
    CommandSpec(
      "pattern new", .newPatternName, .of(SwitchMoment.self),
      does: "add an empty pattern and select it",
      as: "pattern new verse"
    ) { .arrange(.pattern(.new($0, at: $1))) }.touching(.music).undone(as: "new pattern"),
    CommandSpec(
      "pattern copy", .newPatternName, .of(SwitchMoment.self),
      does: "add a copy of the selected pattern and select it", as: "pattern copy chorus"
    ) { .arrange(.pattern(.copy($0, at: $1))) }.touching(.music).undone(as: "new pattern"),
    CommandSpec(
      "pattern rename", .of(Renaming.self), does: "give a pattern another name",
      as: "pattern rename verse chorus"
    ) { .arrange(.pattern(.rename($0.pattern, to: $0.name))) }.touching(.music)
      .undone(as: "rename pattern"),
    CommandSpec(
      "pattern delete", .of(PatternChoice.self),
      does: "take out a pattern that the song does not play",
      as: "pattern delete verse"
    ) { .arrange(.pattern(.delete($0))) }.touching(.music).undone(as: "delete pattern"),
    CommandSpec(
      "pattern move", .of(PatternChoice.self), .number("a number", "N", of: Patch.mostPatterns),
      does: "give it another number", as: "pattern move verse 1"
    ) { .arrange(.pattern(.move($0, to: $1))) }.touching(.music).undone(as: "move pattern"),
  ]
}

/// A pattern by name or number.
extension PatternChoice: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "PATTERN", "a pattern", .text(words: ["next", "previous"], names: [.pattern]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    PatternName.choice(try words.word("a pattern"))
  }
}

/// When another pattern begins; the loop's end where nothing is said.
extension SwitchMoment: CommandArgument {
  private static let what = "now, beat, bar or loop"

  static var parameterShape: ParameterShape {
    let words = allCases.map(\.description)
    return ParameterShape("[\(words.joined(separator: "|"))]", what, .choice(words)).optional
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard words.count > 0 else { return .loopEnd }
    return try words.choice(what, allCases.map { ($0.description, $0) })
  }
}

extension Parameter where Value == String {
  /// A name that no command takes for something else.
  fileprivate static var newPatternName: Self {
    let shape = ParameterShape("NAME", "a name", .text(words: [], names: []))
    return Self(shape) { words throws(CommandError) in try words.newPatternName() }
  }
}

/// A pattern (nil is the selected one) and the name it gets.
private struct Renaming {
  var pattern: PatternChoice?
  var name: String
}

extension Renaming: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape("[PATTERN] NAME", "a name", .text(words: [], names: [.pattern]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let which = words.count > 1 ? PatternName.choice(try words.word("a pattern")) : nil
    return Renaming(pattern: which, name: try words.newPatternName())
  }
}

extension ArgumentReader {
  fileprivate mutating func newPatternName() throws(CommandError) -> String {
    let name = try word("a name")
    if let problem = PatternName.problem(with: name) { throw error(problem) }
    return name
  }
}
