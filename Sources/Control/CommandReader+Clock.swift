import Clock
import MusicalTime

extension CommandReader {
  /// Reads what follows `clock`.
  static func readClock(_ arguments: inout Arguments) throws(CommandError) -> ClockCommand {
    let topics = "status, source, follow, offset, send or lost"
    let topic = try arguments.word(topics)
    guard CommandVerb.all.contains(where: { $0.name == "clock \(topic)" }) else {
      throw arguments.error("“\(topic)” is not \(topics)")
    }
    arguments.narrow(to: topic)
    switch topic {
    case "source":
      guard let source = ClockSource(try arguments.word("a source")) else {
        throw arguments.error("a source is missing")
      }
      return .source(source)
    case "follow": return try readFollow(&arguments)
    case "offset":
      let milliseconds = try arguments.number("milliseconds", in: ClockSettings.offsetRange)
      return .offset(HostTime.Interval(offsetMilliseconds: milliseconds))
    case "send": return try readSend(&arguments)
    case "lost":
      let name = try arguments.word("hold, stop or internal")
      guard let policy = ClockSettings.LostPolicy(name: name) else {
        throw arguments.error("“\(name)” is not hold, stop or internal")
      }
      return .lost(policy)
    default: return .status(asJSON: try arguments.asJSON())
    }
  }

  private static func readFollow(_ arguments: inout Arguments) throws(CommandError) -> ClockCommand
  {
    switch try arguments.word("tempo or transport") {
    case "tempo": return .followTempo(try arguments.onOrOff())
    case "transport": return .followTransport(try arguments.onOrOff())
    case let other: throw arguments.error("“\(other)” is neither tempo nor transport")
    }
  }

  private static func readSend(_ arguments: inout Arguments) throws(CommandError) -> ClockCommand {
    guard arguments.count > 1 else { return .send(try arguments.onOrOff()) }
    switch try arguments.word("stopped or timebase") {
    case "stopped": return .sendWhileStopped(try arguments.onOrOff())
    case "timebase": return .timebase(try arguments.onOrOff())
    case let other: throw arguments.error("“\(other)” is neither stopped nor timebase")
    }
  }
}
