import MIDI
import MIDIFiles

extension CommandReader {
  /// Reads what follows `import` and `export`.
  static func readMIDIFile(
    _ arguments: inout Arguments
  ) throws(CommandError) -> MIDIFileCommand {
    let file = try arguments.word("a MIDI file")
    guard arguments.verb == "export" else {
      let text = arguments.optionalWord() ?? "drums"
      guard let channels = MIDIChannels(text) else {
        throw arguments.error("“\(text)” is not drums, all or a channel 1 to 16")
      }
      return .read(file, channels)
    }
    var loops = 1
    var type = 0
    if arguments.takes("loops") {
      let range = StandardMIDIFile.loopCounts
      let ends = Double(range.lowerBound)...Double(range.upperBound)
      loops = Int(try arguments.number("a number of loops", in: ends, whole: true))
    }
    if arguments.takes("type") {
      type = Int(try arguments.number("a type", in: 0...1, whole: true))
    }
    return .write(file, loops: loops, separatesVoices: type == 1)
  }
}
