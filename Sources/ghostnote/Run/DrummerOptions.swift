import ArgumentParser
import Commands
import Control
import Daemon
import LiveDrummer
import MusicalTime
import RemoteArguments
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
    help: "Density, loudness and wildness of the drummer together, \(Amount.words()).",
    transform: share)
  var intensity: Double?

  @Option(help: "The drummer rests for N bars, then replies with N bars.")
  var answer: Int?

  @Option(
    help: "How strongly the drummer follows your live hits, \(Amount.words()).",
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

  @Option(help: "Bars that the drummer generates ahead, \(LiveDrummer.lookaheads.words()).")
  var lookahead = 2

  mutating func validate() throws {
    try Knob.seed.check(seed.map(Double.init), of: "--seed")
    try Amount.check(intensity, of: "--intensity")
    try Knob.answerBars.check(answer.map(Double.init), of: "--answer")
    try Amount.check(listen, of: "--listen")
    try LiveDrummer.lookaheads.check(lookahead, of: "--lookahead", unit: "bars")
    guard style?.isEmpty != true else {
      throw ValidationError("--drummer: expected a style, or any")
    }
  }

  /// Why a session could not begin: a wrong word where the style of --drummer is unknown, else `error`.
  ///
  /// Which styles there are is known once the model is loaded.
  func reason(_ error: any Error) -> any Error {
    guard let style, error is DrummerError else { return error }
    return ValidationError("--drummer \(style): \(error)")
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
