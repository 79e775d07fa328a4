import ArgumentParser
import Commands
import Control
import Daemon
import Rhythm

/// What `ghostnote run` can be told of the drummer; each goes before what the patch says.
struct DrummerOptions: ParsableArguments {
  @Option(
    name: .customLong("drummer"),
    help: "Let the drummer play in this style; any is none in particular.")
  var style: String?

  @Option(help: "What the drummer's chances hang on: the same seed plays the same music.")
  var seed: UInt64?

  @Option(help: "Density, loudness and wildness of the drummer together, 0 to 1.")
  var intensity: Double?

  @Option(help: "Let the drummer hear so many bars, then answer with as many.")
  var answer: Int?

  @Option(help: "How much the drummer leans to what is played beside it, 0 to 1.")
  var listen: Double?

  @Option(
    help: "Let the drummer hear a MIDI file, or the patch's pattern, before it begins.",
    completion: .file(extensions: ["mid"]))
  var prime: String?

  @Option(
    help: "The drummer's model file; without one, the installation's.",
    completion: .file(extensions: ["safetensors"]))
  var model: String?

  @Option(help: "Bars that the drummer keeps ready behind the one that is played, 1 to 15.")
  var lookahead = 2

  mutating func validate() throws {
    let values: [(String, Double?, Knob)] = [
      ("--seed", seed.map(Double.init), .seed), ("--intensity", intensity, .intensity),
      ("--answer", answer.map(Double.init), .answerBars), ("--listen", listen, .listening),
    ]
    for case (let name, let value?, let knob) in values where !knob.range.contains(value) {
      throw ValidationError("\(name): \(knob.rangeInWords) are possible")
    }
    guard (1...15).contains(lookahead) else {
      throw ValidationError("--lookahead \(lookahead): 1 to 15 bars are possible")
    }
    guard style?.isEmpty != true else {
      throw ValidationError("--drummer: name a style, or any")
    }
  }

  /// The same for the daemon.
  var choice: DaemonOptions.DrummerChoice {
    var choice = DaemonOptions.DrummerChoice { [model] () throws(CommandError) in
      try TrainedDrummer(model: model)
    }
    choice.commands = commands
    choice.prime = prime
    choice.lookahead = lookahead
    return choice
  }

  /// What lasts, as commands.
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
