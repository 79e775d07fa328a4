import MusicalTime
import Rhythm
import Shell

/// Reads command lines: one word for the command, then its arguments, separated by blanks.
///
/// An argument with blanks in it stands in double or single quotes.
public enum CommandReader {
  /// The command a line asks for, or nil for an empty line or a `#` comment.
  public static func command(_ line: String) throws(CommandError) -> Command? {
    if let command = try readPaste(line) { return command }
    var words = try split(line)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    words.removeFirst()
    var arguments = Arguments(verb: Spelling.british(verb.lowercased()), words: words)
    let command = try read(&arguments)
    try arguments.finish()
    return command
  }

  private static func read(_ arguments: inout Arguments) throws(CommandError) -> Command {
    if let command = try readTransport(&arguments) { return command }
    if let command = try readPattern(&arguments) { return command }
    if let command = try readSound(&arguments) { return command }
    if let command = try readEditing(&arguments) { return command }
    if let command = try readGrid(&arguments) { return command }
    if let command = try readRecording(&arguments) { return command }
    if let command = try readArranging(&arguments) { return .arrange(command) }
    switch arguments.verb {
    case "load": return .load(try arguments.word("a patch"))
    case "reload": return .reload
    case "save": return .save(arguments.optionalWord())
    case "recover": return .recover(arguments.optionalWord())
    case "discard": return .discard
    case "hit":
      let drum = try arguments.drum()
      return .hit(drum, try arguments.optionalVelocity() ?? StepNotation.hit)
    case "panic": return .panic
    case "show": return .show
    case "text": return .text(try readText(&arguments))
    case "humanise": return .humanise(try readHumanise(&arguments))
    case "groove": return .groove(try readGroove(&arguments))
    case "import", "export": return .midiFile(try readMIDIFile(&arguments))
    case "drummer": return .drummer(try readDrummer(&arguments))
    case "keep": return .keep(bars: try arguments.wholeKnob(.keptBars))
    case "clock": return .clock(try readClock(&arguments))
    case "status": return .status(asJSON: try arguments.asJSON())
    case "help", "?": return .help
    case "quit", "exit": return .quit
    default:
      throw Spelling.unknownCommand(arguments.verb)
    }
  }

  private static func readTransport(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "play", "start": return .play
    case "stop": return .stop
    case "continue": return .continue
    case "toggle": return .toggle
    case "locate":
      let beat = try arguments.number("a beat", in: 1...10_000_000)
      return .locate(Beats(units: Int64(((beat - 1) * Double(Beats.unitsPerBeat)).rounded())))
    case "tempo":
      let bpm = try arguments.number("beats a minute", in: Tempo.range)
      return .tempo(Tempo(clampingBPM: bpm))
    case "loop": return .loop(try arguments.onOrOff())
    default: return nil
    }
  }

  private static func readPattern(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "step":
      let voice = try arguments.voice()
      let step = Int(try arguments.number("a step", in: Knob.steps.range, whole: true))
      return .step(voice, step: step - 1, try arguments.stepVelocity().map { Step($0) })
    case "clear": return .clear(try arguments.optionalVoice())
    case "mute": return .mute(try arguments.voice(), try arguments.onOrOff(standard: true))
    case "solo": return .solo(try arguments.voice(), try arguments.onOrOff(standard: true))
    default: return nil
    }
  }

  private static func readSound(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "level" where arguments.count == 1: return .level(try arguments.knob(.masterLevel))
    case "level": return .sound(try arguments.drum(), .level(try arguments.knob(.level)))
    case "pan": return .sound(try arguments.drum(), .pan(try arguments.knob(.pan)))
    case "tuning": return .sound(try arguments.drum(), .tuning(try arguments.knob(.tuning)))
    case "decay": return .sound(try arguments.drum(), .decay(try arguments.knob(.decay)))
    case "output":
      let drum = try arguments.drum()
      return .sound(drum, .output(UInt8(try arguments.knob(.output))))
    case "choke":
      let drum = try arguments.drum()
      let group = try arguments.word("a group, or none")
      return .sound(drum, .choke(group == "none" ? nil : group))
    case "curve":
      let drum = try arguments.drum()
      return .sound(drum, .velocityCurve(try arguments.curve()))
    case "kit":
      let soundFont = arguments.count > 1 ? try arguments.word("a SoundFont") : nil
      return .kit(soundFont: soundFont, program: UInt8(try arguments.knob(.program)))
    default: return nil
    }
  }

  private static func split(_ line: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      // A single quote within a word is an apostrophe.
      let opens = quote == nil && (character == "\"" || character == "'" && word == nil)
      if opens || character == quote {
        quote = opens ? character : nil
        word = word ?? ""
      } else if character.isWhitespace, quote == nil {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote {
      let name = quote == "'" ? "single" : "double"
      throw CommandError("a \(name) quote is opened and not closed: close it", isUsage: true)
    }
    if let finished = word { words.append(finished) }
    return words
  }
}
