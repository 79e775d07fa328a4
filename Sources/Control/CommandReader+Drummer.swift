import Rhythm
import Shell

extension CommandReader {
  /// Reads what follows `drummer`.
  static func readDrummer(_ arguments: inout Arguments) throws(CommandError) -> DrummerCommand {
    let topic = try arguments.word("on, off or what to change")
    let rows = CommandVerb.all.map(\.name)
    switch topic {
    case "on": return .plays(true)
    case "off": return .plays(false)
    default: break
    }
    guard rows.contains("drummer \(topic)") else {
      let known = rows.filter { $0.hasPrefix("drummer ") }.map { String($0.dropFirst(8)) }
      let guess = Spelling.nearest(to: topic, among: known).map { "; did you mean “\($0)”?" } ?? ""
      throw CommandError(
        "drummer: “\(topic)” is nothing it can be asked\(guess.isEmpty ? ": `help` lists them" : guess)",
        isUsage: true)
    }
    arguments.narrow(to: topic)
    if let setting = try readDrummerSetting(topic, &arguments) { return setting }
    switch topic {
    case "fill": return try readFill(&arguments)
    case "rest": return .rest(bars: try arguments.wholeKnob(.restBars))
    case "lock": return .lock(bars: arguments.count > 0 ? try arguments.wholeKnob(.loopBars) : 1)
    case "release": return .release
    case "prime":
      let source = try arguments.word("a MIDI file, or pattern")
      return .prime(file: source == "pattern" ? nil : source)
    default: return .status(asJSON: try arguments.asJSON())
    }
  }

  private static func readDrummerSetting(
    _ topic: String, _ arguments: inout Arguments
  ) throws(CommandError) -> DrummerCommand? {
    switch topic {
    case "style": return try readStyle(&arguments)
    case "intensity": return .intensity(try arguments.fineKnob(.intensity))
    case "density": return .density(try arguments.fineKnob(.density))
    case "loudness": return .loudness(try arguments.fineKnob(.loudness))
    case "wildness": return .wildness(try arguments.fineKnob(.wildness))
    case "listen": return .listen(try arguments.fineKnob(.listening))
    case "drums": return .drums(try readDrums(&arguments))
    case "feel":
      let word = try arguments.word("half, normal or double")
      guard let feel = TempoFeel(rawValue: word) else {
        throw arguments.error("“\(word)” is not half, normal or double")
      }
      return .feel(feel)
    case "seed":
      return .seed(UInt64(try arguments.number("a seed", in: Knob.seed.range, whole: true)))
    case "answer": return .answer(bars: try arguments.barsOrOff(.answerBars))
    default: return nil
    }
  }

  private static func readFill(_ arguments: inout Arguments) throws(CommandError) -> DrummerCommand
  {
    guard let word = arguments.optionalWord() else { return .fill }
    guard word == "every" else { throw arguments.error("“\(word)” is not every") }
    return .fillEvery(try arguments.barsOrOff(.fillEvery))
  }

  private static func readStyle(_ arguments: inout Arguments) throws(CommandError) -> DrummerCommand
  {
    let style = try arguments.word("a style, or any")
    guard let second = arguments.optionalWord() else {
      return .style(style == "any" ? "" : style, blend: nil)
    }
    let blend = StyleBlend(style: second, amount: try arguments.fineKnob(.blend))
    return .style(style == "any" ? "" : style, blend: blend)
  }

  private static func readDrums(_ arguments: inout Arguments) throws(CommandError) -> DrumSet? {
    if arguments.takes("all") { return nil }
    var drums = DrumSet()
    repeat { drums.insert(try arguments.drum()) } while arguments.count > 0
    return drums
  }
}

extension CommandReader.Arguments {
  mutating func fineKnob(_ knob: Knob) throws(CommandError) -> Double {
    knob.range == 0...1
      ? try amount("a value") : try number("a value", in: knob.range, whole: knob.isWhole)
  }

  mutating func wholeKnob(_ knob: Knob) throws(CommandError) -> Int {
    Int(try number("a number of bars", in: knob.range, whole: true))
  }

  /// A number of bars, or 0 for `off`.
  mutating func barsOrOff(_ knob: Knob) throws(CommandError) -> Int {
    takes("off") ? 0 : try wholeKnob(knob)
  }
}
