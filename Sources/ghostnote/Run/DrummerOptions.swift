import ArgumentParser
import Commands
import Control
import Daemon
import LiveDrummer
import Rhythm

/// The drummer options of `ghostnote run`; they take precedence over the patch.
struct DrummerOptions: ParsableArguments {
  @Option(
    name: .customLong("drummer"),
    help: "Start the drummer with this style; any for no particular one.",
    completion: .style(or: "any"))
  var style: String?

  @Option(help: "The drummer's seed: the same seed plays the same music.")
  var seed: UInt64?

  @Option(
    help: "Density, loudness and wildness of the drummer together, 0 to 1 or 0% to 100%.",
    transform: share)
  var intensity: Double?

  @Option(help: "The drummer rests for N bars, then replies with N bars.")
  var answer: Int?

  @Option(
    help: "How strongly the drummer follows your live hits, 0 to 1 or 0% to 100%.",
    transform: share)
  var listen: Double?

  @Option(
    help: "Let the drummer hear a MIDI file, or the patch's pattern, before it begins.",
    completion: .file(extensions: ["mid"]))
  var prime: String?

  @Option(
    help: "The drummer's model file; without one, the installation's.",
    completion: .file(extensions: ["safetensors"]))
  var model: String?

  @Option(help: "Bars that the drummer generates ahead, 1 to 15.")
  var lookahead = 2

  mutating func validate() throws {
    let values: [(String, Double?, Knob)] = [
      ("--seed", seed.map(Double.init), .seed), ("--intensity", intensity, .intensity),
      ("--answer", answer.map(Double.init), .answerBars), ("--listen", listen, .listening),
    ]
    for case (let name, let value?, let knob) in values where !knob.range.contains(value) {
      throw ValidationError("\(name): expected \(knob.rangeInWords)")
    }
    guard (1...15).contains(lookahead) else {
      throw ValidationError("--lookahead \(lookahead): expected 1 to 15 bars")
    }
    guard style?.isEmpty != true else {
      throw ValidationError("--drummer: expected a style, or any")
    }
  }

  /// The daemon's options.
  var choice: DaemonOptions.DrummerChoice {
    var choice = DaemonOptions.DrummerChoice { [model] () throws(DrummerError) in
      try LoadedDrummer(model: model)
    }
    choice.commands = commands
    choice.prime = prime
    choice.lookahead = lookahead
    return choice
  }

  /// The settings as commands.
  private var commands: [DrummerCommand] {
    var commands: [DrummerCommand] = []
    if let style {
      commands.append(.style(style == "any" ? "" : style, blend: nil))
      commands.append(.plays(true))
    }
    if let seed { commands.append(.seed(seed)) }
    if let intensity { commands.append(.intensity(intensity)) }
    if let answer { commands.append(.answer(bars: answer)) }
    if let listen { commands.append(.listen(listen)) }
    return commands
  }
}
