import ArgumentParser
import Drummer
import DrummerTraining
import FluidSynthesizer
import Foundation
import Instrument
import MIDI
import MIDIFiles
import MusicalTime
import RemoteArguments
import Rhythm
import Sequencing

/// `ghostnote drum`: generates the drummer's bars into a file, faster than real time.
struct DrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drum", abstract: "Generate bars with the drummer, the same for the same seed.",
    discussion: """
      EXAMPLES
        ghostnote drum --style funk --bpm 96 -o funk.wav
        ghostnote drum --bars 64 --style jazz --bpm 160 --seed 7 --fill-every 8 -o jazz.mid
        ghostnote drum --prime take.mid --bars 16 -o more.mid
        ghostnote drum --like groove --split validation -o generated
      """)

  @OptionGroup var options: DrumOptions

  @Option(help: "How many bars of four beats.")
  var bars: Int?

  @Option(help: "Beats per minute; with --prime, instead of the file's.")
  var bpm: Double?

  @Option(
    help: "Continue this MIDI file; its own bars are not written.",
    completion: .file(extensions: ["mid"]), transform: expandedPath)
  var prime: String?

  @Option(
    help: """
      Write a file for each 4/4 beat in this folder, with its style, tempo and length, named by its
      id: a-b.mid for a/b, and a-b-2.mid where another has that name.
      """,
    completion: .directory, transform: expandedPath)
  var like: String?

  @Option(
    help: "With --like: train, validation or test.",
    completion: .list(["train", "validation", "test"]))
  var split: String?

  @OptionGroup var corpus: CorpusOptions

  @Option(
    name: .customLong("soundfont"), help: "The SoundFont to play, for a .wav.",
    completion: .soundFont)
  var soundFont: String?

  @Option(help: "Sample rate in Hz, for a .wav.")
  var rate = 48_000

  @Option(
    name: .shortAndLong,
    help: "The file to write: .mid, or .wav, which is replaced; with --like, a folder.",
    completion: .file(extensions: ["mid", "midi", "wav"]), transform: expandedPath)
  var output: String

  @OptionGroup var existing: OverwriteOptions

  func validate() throws {
    try RenderCommand.barCounts.check(bars, of: "--bars")
    try Knob.tempo.check(bpm, of: "--bpm")
    try Kit.check(rate: rate)
    guard like == nil else { return try validateLike() }
    if let split { throw ValidationError("--split \(split): only with --like") }
    guard isMIDI || (output as NSString).pathExtension.lowercased() == "wav" else {
      throw ValidationError("-o \(output): expected a .wav or a .mid file")
    }
  }

  private func validateLike() throws {
    guard prime == nil, bars == nil, bpm == nil, options.style == nil else {
      throw ValidationError(
        "--like takes style, tempo and length from each piece: leave out --style, --bpm, --bars and --prime"
      )
    }
    if let split, Likeness.split(split) == nil {
      throw ValidationError("--split \(split): expected train, validation or test")
    }
  }

  func run() throws {
    if like == nil, isMIDI {
      try existing.check(output, reading: [prime, corpus.map].compactMap(\.self))
    }
    let model = try options.loadModel()
    let settings = try options.settings(for: model)
    let performer = model.beginning
    if let like {
      let likeness = Likeness(performer: performer, settings: settings, styles: model.card.styles)
      let recordings = try corpus.corpus(folder: like)
      let pieces = try recordings.requiredPieces(
        in: Likeness.split(split ?? "validation") ?? .validation)
      let inputs = recordings.files + [corpus.map].compactMap(\.self)
      return try likeness.write(pieces, into: output, existing, reading: inputs)
    }
    let primed = try prime.map { try PrimingFile(path: $0, map: corpus.drumMap()) }
    let tempo = bpm.map(Tempo.init(clampingBPM:)) ?? primed?.tempo ?? .standard
    var solo = DrumSolo(performer: performer, settings: settings, tempo: tempo)
    if let primed { solo.advance(with: primed.bars) }
    let hits = solo.play(bars: bars ?? 8)
    let end = Beats(4) * Int64(bars ?? 8)
    if isMIDI {
      try StandardMIDIFile.write(hits, tempo: tempo, end: end, to: output)
    } else {
      try writeWAV(hits, tempo: tempo, end: end)
    }
    let name = model.card.name.isEmpty ? "" : ", \(model.card.name)"
    print(
      "\(output): \((bars ?? 8).counted("bar")) at \(tempo.bpm) bpm, \(hits.count.counted("hit"))\(name)"
    )
  }

  private var isMIDI: Bool { MIDIFile.isNamed(output) }

  private func writeWAV(_ hits: [Hit], tempo: Tempo, end: Beats) throws {
    let kit = KitDescription()
    let program = Program(
      hits: hits, length: end, loops: true, chokes: Drum.all.map { kit.choked(by: $0) })
    // The range was checked in `validate`.
    var rendering = try Rendering(
      program, length: end, tempi: [(.zero, tempo)], kit: kit,
      sampleRate: SampleRate(hertz: rate) ?? .standard, soundFont: soundFont)
    let file = try WAVFile(path: output, channelCount: 2, sampleRate: rate)
    do {
      unsafe try rendering.run(ringsOut: true) { channels throws(FileError) in
        unsafe try file.append(channels)
      }
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }
}
