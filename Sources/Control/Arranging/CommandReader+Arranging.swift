import MusicalTime
import Rhythm

extension CommandReader {
  /// Reads what arranges; nil where the word is none of its.
  static func readArranging(
    _ arguments: inout Arguments
  ) throws(CommandError) -> ArrangeCommand? {
    switch arguments.verb {
    case "pattern": return .pattern(try readPatternCommand(&arguments))
    case "song": return .song(try readSong(&arguments))
    case "fill": return .fill(try arguments.onOrOff())
    case "mutegroup":
      let group = Int(try arguments.number("a group", in: 1...8, whole: true))
      return .muteGroup(group, try arguments.onOrOff(standard: true))
    case "programs": return .programs(try readPrograms(&arguments))
    default: return nil
    }
  }

  private static func readPatternCommand(
    _ arguments: inout Arguments
  ) throws(CommandError) -> PatternCommand {
    guard let first = arguments.optionalWord() else { return .list }
    guard PatternName.topics.contains(first) else {
      return .select(PatternName.choice(first), at: try arguments.moment())
    }
    arguments.narrow(to: first)
    switch first {
    case "new": return .new(try arguments.newPatternName(), at: try arguments.moment())
    case "copy": return .copy(try arguments.newPatternName(), at: try arguments.moment())
    case "rename":
      let which = arguments.count > 1 ? try arguments.pattern() : nil
      return .rename(which, to: try arguments.newPatternName())
    case "delete": return .delete(try arguments.pattern())
    case "move":
      let which = try arguments.pattern()
      let range = 1...Double(Patch.mostPatterns)
      return .move(which, to: Int(try arguments.number("a number", in: range, whole: true)) - 1)
    default: return .list
    }
  }

  private static func readPrograms(
    _ arguments: inout Arguments
  ) throws(CommandError) -> ProgramUse {
    switch try arguments.word("kit or pattern") {
    case "kit": return .kit
    case "pattern": break
    case let other: throw arguments.error("“\(other)” is neither kit nor pattern")
    }
    var channel = Int(PatternPrograms.standard.channel) + 1
    var moment = PatternPrograms.standard.moment
    var isSent = false
    while let word = arguments.optionalWord() {
      if word == "send" {
        isSent = true
      } else if let found = SwitchMoment(name: word) {
        moment = found
      } else if let number = Int(word) {
        channel = number
      } else {
        throw arguments.error("“\(word)” is no channel, no moment and not send")
      }
    }
    guard (1...16).contains(channel),
      let programs = PatternPrograms(channel: channel - 1, at: moment, isSent: isSent)
    else {
      throw arguments.error("“\(channel)” is not a channel of 1 to 16")
    }
    return .pattern(programs)
  }
}

extension CommandReader.Arguments {
  /// When another pattern begins; the loop's end where nothing is said.
  mutating func moment() throws(CommandError) -> SwitchMoment {
    guard let word = optionalWord() else { return .loopEnd }
    guard let moment = SwitchMoment(name: word) else {
      throw error("“\(word)” is not now, beat, bar or loop")
    }
    return moment
  }

  /// A pattern by name or number.
  mutating func pattern() throws(CommandError) -> PatternChoice {
    PatternName.choice(try word("a pattern"))
  }

  /// A name that no command takes for something else.
  mutating func newPatternName() throws(CommandError) -> String {
    let name = try word("a name")
    if let problem = PatternName.problem(with: name) { throw error(problem) }
    return name
  }
}

/// How patterns are named in commands.
enum PatternName {
  /// The words after `pattern` that are no pattern's name.
  static let topics = ["list", "new", "copy", "rename", "delete", "move"]
  private static let taken = topics + ["next", "previous", "at", "off", "now"]

  /// What a word means: a number from 1, `next`, `previous`, or a name.
  static func choice(_ word: String) -> PatternChoice {
    switch word {
    case "next": .next
    case "previous": .previous
    // A number below 1 is out of bounds like any other; one less must be a number still.
    default: Int(word).map { .number(max($0, 0) - 1) } ?? .name(word)
    }
  }

  /// Why a pattern can't get that name; nil where it can.
  static func problem(with name: String) -> String? {
    if name.isEmpty { return "a name has at least one letter" }
    if name.count > 64 { return "a name has at most 64 letters" }
    if taken.contains(name) || Int(name) != nil || repeats(name) != nil {
      return "“\(name)” means something else here: choose another name"
    }
    let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a name has no control characters" : nil
  }

  /// The number in `x4`; nil for anything else.
  static func repeats(_ word: String) -> Int? {
    word.first == "x" && word.count > 1 ? Int(word.dropFirst()) : nil
  }
}
