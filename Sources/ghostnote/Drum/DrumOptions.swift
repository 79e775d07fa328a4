import ArgumentParser
import Drummer
import MusicalTime
import RemoteArguments
import Rhythm

/// The name of a style that was typed: `any` is none in particular, as for a session's commands.
@Sendable func styleName(_ word: String) -> String { word == "any" ? "" : word }

/// The drummer model and its settings.
struct DrumOptions: ParsableArguments {
  @Option(
    help: "The drummer's model: a file, or a name in a Models folder.",
    completion: .file(extensions: ["safetensors"]))
  var model: String?

  @Option(
    help: "One of the model's styles, or any: none in particular, as without it.",
    completion: .style(or: "any"), transform: styleName)
  var style: String?

  @Option(help: "The same seed plays the same music.")
  var seed: UInt64 = 0

  @Option(
    help: "Density, loudness and wildness together, \(Amount.words()); 0.5 is as learned.",
    transform: share)
  var intensity = 0.5

  @Option(help: "Density: the number of hits, \(Knob.density.rangeInWords).", transform: share)
  var density: Double?

  @Option(help: "Loudness, \(Knob.loudness.rangeInWords).", transform: share)
  var loudness: Double?

  @Option(help: "Wildness: the randomness, \(Knob.wildness.rangeInWords).", transform: share)
  var wildness: Double?

  @Option(help: "Every Nth bar ends in a fill; 0 for none.")
  var fillEvery = 0

  @Option(
    help: "Feel of the beat: half, normal or double.",
    completion: .list(["half", "normal", "double"]))
  var feel = "normal"

  func validate() throws {
    let knobs = [
      ("intensity", intensity), ("density", density), ("loudness", loudness),
      ("wildness", wildness),
    ]
    for (name, value) in knobs { try Amount.check(value, of: "--\(name)") }
    try Knob.fillEvery.check(Double(fillEvery), of: "--fill-every")
    guard TempoFeel(rawValue: feel) != nil else {
      throw ValidationError("--feel \(feel): expected half, normal or double")
    }
  }

  /// The named model, or the first one found.
  func loadModel() throws -> ModelFile {
    let path = try ModelSearch(explicit: model).find()
    return try ModelFile(path: path)
  }

  /// The settings; an unknown style is a usage error.
  func settings(for model: ModelFile) throws -> DrummerSettings {
    var settings = DrummerSettings()
    settings.isOn = true
    settings.style = style ?? ""
    settings.density = density ?? intensity
    settings.loudness = loudness ?? intensity
    settings.wildness = wildness ?? intensity
    settings.fillEvery = fillEvery
    settings.seed = seed
    settings.feel = TempoFeel(rawValue: feel) ?? .normal
    do { _ = try model.card.index(ofStyle: settings.style) } catch {
      throw ValidationError("--style \(settings.style): \(error)")
    }
    return settings
  }
}
