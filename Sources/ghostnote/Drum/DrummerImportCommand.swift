import ArgumentParser
import Drummer
import Foundation
import MIDI
import MIDIFiles
import MusicalTime
import RemoteArguments
import Rhythm

/// `ghostnote drummer import`: converts the matrices of the 2017 drummer to a model, or plays them.
struct DrummerImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read the raw matrices of the 2017 drummer, save them as a model and play them.",
    discussion: """
      Wx holds rows for each note, each tick, each cell and the bias, and columns for the gates
      f, i, o and g; Wy holds rows for each cell and the bias, and a column for each note and tick.
      Both are raw 32-bit floats, the lowest byte first. A tick is the wait before a note.

      EXAMPLES
        ghostnote drummer import --wx Wx.bin --wy Wy.bin --notes notes.json --ticks ticks.json \\
          -o classic.safetensors
        ghostnote drummer import --wx Wx.bin --wy Wy.bin --notes notes.json --ticks ticks.json \\
          --play 1000 --seed 7 -o classic.mid
      """)

  @Option(
    name: .customLong("wx"), help: "The matrix into the gates.", completion: .file(),
    transform: expandedPath)
  var inputWeights: String

  @Option(
    name: .customLong("wy"), help: "The matrix into notes and ticks.", completion: .file(),
    transform: expandedPath)
  var outputWeights: String

  @Option(
    help: "A JSON list of the notes in the order of their rows.",
    completion: .file(extensions: ["json"]), transform: expandedPath)
  var notes: String

  @Option(
    help: "A JSON list of the ticks in the order of their rows.",
    completion: .file(extensions: ["json"]), transform: expandedPath)
  var ticks: String

  @Option(help: "How many of those ticks make a beat.")
  var ticksPerBeat = 480

  @Option(
    name: .shortAndLong,
    help: "The file to write: a .safetensors model, or played hits as .mid. Repeatable.",
    completion: .file(extensions: ["safetensors", "mid"]), transform: expandedPath)
  var output: [String]

  @OptionGroup var existing: OverwriteOptions

  @Option(help: "How many hits to play into a .mid file.")
  var play = 1000

  @Option(help: "The same seed plays the same hits.")
  var seed: UInt64 = 0

  @Option(help: "Sampling temperature, \(temperatures.words()); below 1 favours likely hits.")
  var temperature = 1.0

  @Option(help: "Beats per minute of the played hits.")
  var bpm = 120.0

  private static let temperatures = 0.67...1.5

  func validate() throws {
    for path in output where !["safetensors", "mid"].contains(Self.format(path)) {
      throw ValidationError("-o \(path): expected a .safetensors or a .mid file")
    }
    try (1...1_000_000).check(play, of: "--play", unit: "hits")
    try Self.temperatures.check(temperature, of: "--temperature")
    try Knob.tempo.check(bpm, of: "--bpm")
    try ClassicDesign.ticksPerBeatRange.check(ticksPerBeat, of: "--ticks-per-beat")
  }

  func run() throws {
    for path in output {
      try existing.check(path, reading: [inputWeights, outputWeights, notes, ticks])
    }
    let model = try ClassicModel(
      ClassicModel.Files(
        inputWeights: inputWeights, outputWeights: outputWeights, notes: notes, ticks: ticks,
        ticksPerBeat: ticksPerBeat))
    for path in output {
      if Self.format(path) == "mid" {
        try writePlayed(model, to: path)
      } else {
        try writeModel(model, to: path)
      }
    }
  }

  private func writeModel(_ model: ClassicModel, to path: String) throws {
    let bytes = model.safetensors.bytes()
    try write(bytes, to: path)
    let design = model.design
    print(
      "\(path): classic, \(design.drums.count.counted("note")), \(design.waits.count.counted("tick")), "
        + "\(design.hiddenSize) cells, \(bytes.count) bytes")
  }

  private func writePlayed(_ model: ClassicModel, to path: String) throws {
    var direction = BarDirection(settings: DrummerSettings(), tempo: Tempo(clampingBPM: bpm))
    direction.settings.seed = seed
    direction.settings.wildness = ClassicPerformer.wildness(temperature: temperature)
    var performer = ClassicPerformer(model, seed: seed)
    let hits = performer.hits(play, direction)
    let file = StandardMIDIFile(
      hits, tempo: direction.tempo, end: Vocabulary.bar * Int64(performer.nextBar))
    try write(Data(file.bytes), to: path)
    print(
      "\(path): \(hits.count.counted("hit")) in \(performer.nextBar.counted("bar")) at \(direction.tempo.bpm) bpm"
    )
  }

  private static func format(_ path: String) -> String {
    (path as NSString).pathExtension.lowercased()
  }
}
