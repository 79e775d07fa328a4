import MusicalTime
import Rhythm
import Shell

extension CommandReader {
  /// Reads what follows `song`.
  static func readSong(_ arguments: inout Arguments) throws(CommandError) -> SongCommand {
    guard let topic = arguments.optionalWord() else { return .show }
    guard CommandVerb.all.contains(where: { $0.name == "song \(topic)" }) else {
      let known = CommandVerb.all.map(\.name).filter { $0.hasPrefix("song ") }
        .map { String($0.dropFirst(5)) }
      let guess = Spelling.nearest(to: topic, among: known).map { "; did you mean “\($0)”?" }
      throw CommandError(
        "song: “\(topic)” is nothing it can be asked\(guess ?? ": `help` lists them")",
        isUsage: true)
    }
    arguments.narrow(to: topic)
    switch topic {
    case "play": return .play(at: try arguments.moment())
    case "off": return .off(at: try arguments.moment())
    case "add": return .add(try arguments.songPart())
    case "loop": return .loop(arguments.takes("off") ? nil : try arguments.section())
    case "again": return .again(try arguments.onOrOff())
    case "clear": return .clear
    default: return try readSectionChange(topic, &arguments)
    }
  }

  private static func readSectionChange(
    _ topic: String, _ arguments: inout Arguments
  ) throws(CommandError) -> SongCommand {
    let section = try arguments.section()
    switch topic {
    case "insert": return .insert(section, try arguments.songPart())
    case "move": return .move(section, to: try arguments.section())
    case "repeat": return .repeat(section, count: try arguments.repeats())
    case "tempo": return .tempo(section, arguments.takes("off") ? nil : try arguments.tempo())
    case "groove":
      return .groove(section, arguments.takes("off") ? nil : try arguments.songGroove())
    default: return .delete(section)
    }
  }
}

extension CommandReader.Arguments {
  fileprivate mutating func section() throws(CommandError) -> Int {
    let range = 1...Double(Song.mostSections)
    return Int(try number("a section", in: range, whole: true)) - 1
  }

  fileprivate mutating func repeats() throws(CommandError) -> Int {
    let range = Double(Section.repeatCounts.lowerBound)...Double(Section.repeatCounts.upperBound)
    return Int(try number("a number of times", in: range, whole: true))
  }

  fileprivate mutating func tempo() throws(CommandError) -> Tempo {
    Tempo(clampingBPM: try number("beats a minute", in: Tempo.range))
  }

  fileprivate mutating func songGroove() throws(CommandError) -> SongGroove {
    var groove = SongGroove(try word("a groove, or off"))
    // A share stands right behind them.
    if ["swing8", "swing16"].contains(groove.name), let share = optionalWord() {
      groove.name += " \(share)"
    }
    groove.timing = try optionalAmount("an amount of timing")
    groove.velocity = try optionalAmount("an amount of velocity")
    return groove
  }

  /// `[PATTERN] [xN] [at BPM]`, in any order.
  fileprivate mutating func songPart() throws(CommandError) -> SongPart {
    var part = SongPart()
    while let word = optionalWord() {
      if word == "at" {
        part.tempo = try tempo()
      } else if let times = PatternName.repeats(word) {
        guard Section.repeatCounts.contains(times) else {
          throw error("“\(word)” is not x1 to x999")
        }
        part.repeats = times
      } else if part.pattern == nil {
        part.pattern = PatternName.choice(word)
      } else {
        throw error("“\(word)” is too much")
      }
    }
    return part
  }
}
