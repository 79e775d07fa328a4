import Rhythm

extension CommandReader {
  /// Reads what follows `groove`.
  static func readGroove(_ arguments: inout Arguments) throws(CommandError) -> GrooveCommand {
    if arguments.takes("list") { return .list }
    let place: GrooveCommand.Place = arguments.takes("pattern") ? .pattern : .patch
    let word = try arguments.word("a groove, or off")
    switch word {
    case "off": return .use(nil, place)
    case "extract":
      arguments.narrow(to: word)
      let source = try arguments.word("pattern or a MIDI file")
      return .extract(
        source == "pattern" ? .pattern : .file(source), name: arguments.optionalWord(), place)
    default:
      let groove = try readGroove(named: word, &arguments)
      let timing = try arguments.optionalAmount("an amount of timing")
      let velocity = try arguments.optionalAmount("an amount of velocity")
      return .use(GrooveUse(groove, timing: timing ?? 1, velocity: velocity ?? 1), place)
    }
  }

  /// A share stands right behind `swing8` and `swing16`.
  private static func readGroove(
    named word: String, _ arguments: inout Arguments
  ) throws(CommandError) -> Groove {
    var name = word
    if ["swing8", "swing16"].contains(word), let share = arguments.optionalWord() {
      name += " \(share)"
    }
    do { return try Groove(named: name) } catch { throw arguments.error("\(error)") }
  }
}
