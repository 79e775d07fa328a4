import Rhythm

extension CommandReader {
  /// Reads `record`, `metronome` and `countin`; nil where it is another command.
  static func readRecording(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "record": .recording(try readRecord(&arguments))
    case "metronome": .recording(try readMetronome(&arguments))
    case "countin": .recording(.countIn(Int(try arguments.knob(.countIn))))
    default: nil
    }
  }

  private static func readRecord(
    _ arguments: inout Arguments
  ) throws(CommandError) -> RecordingCommand {
    let word = try arguments.word("on, off, or what to change")
    if let mode = RecordingSettings.Mode(rawValue: word) { return .mode(mode) }
    switch word {
    case "on": return .record(true)
    case "off": return .record(false)
    case "quantise", "quantize":
      arguments.narrow(to: word)
      if arguments.takes("off") { return .quantise(0) }
      return .quantise(try arguments.amount("an amount") * 100)
    case "erase":
      arguments.narrow(to: word)
      return .erase(try arguments.drum(), try arguments.onOrOff())
    default:
      throw arguments.error("“\(word)” is not on, off, overdub, replace, quantise or erase")
    }
  }

  private static func readMetronome(
    _ arguments: inout Arguments
  ) throws(CommandError) -> RecordingCommand {
    let word = try arguments.word("on, off, record, or what to change")
    if let sounding = MetronomeSettings.Sounding(rawValue: word) { return .metronome(sounding) }
    switch word {
    case "level":
      arguments.narrow(to: word)
      return .metronomeLevel(try arguments.knob(.metronomeLevel))
    case "sound":
      arguments.narrow(to: word)
      return .metronomeSound(accent: try arguments.voice(), beat: try arguments.voice())
    case "output":
      arguments.narrow(to: word)
      let name = try arguments.word("audio, midi or both")
      guard let output = MetronomeSettings.Output(rawValue: name) else {
        throw arguments.error("“\(name)” is not audio, midi or both")
      }
      return .metronomeOutput(output)
    default:
      throw arguments.error("“\(word)” is not on, off, record, level, sound or output")
    }
  }
}
