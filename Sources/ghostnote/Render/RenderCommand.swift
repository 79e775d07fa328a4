import ArgumentParser
import Commands
import Control
import Drummer
import FluidSynthesizer
import Foundation
import Instrument
import LiveDrummer
import MIDI
import MIDIFiles
import MusicalTime
import PatchFiles
import RemoteArguments
import Rhythm
import Shell

/// `ghostnote render`: renders a patch to a file, faster than real time.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a patch to WAV or MIDI, the same bits every time.",
    discussion: """
      EXAMPLES
        ghostnote render rock --bars 4 -o rock.wav
        ghostnote render my.json --bars 64 -o long.mid
        ghostnote render my.json --song -o song.wav
        ghostnote render funk --bars 8 --stems -o stems/funk.wav
      """)

  @Argument(
    help: "A patch file or a factory patch's name.", completion: .patch)
  var patch: String

  @Option(help: "Bars of the meter, else of four beats if these divide the loop, else loops.")
  var bars = 4

  @Flag(help: "Render the patch's whole song, once, instead of bars.")
  var song = false

  @Option(
    name: .shortAndLong, help: "The file to write: .mid, or .wav, which is replaced.",
    completion: .file(extensions: ["wav", "mid", "midi"]),
    transform: expandedPath)
  var output: String

  @OptionGroup var existing: OverwriteOptions

  @Flag(help: "Write one file per drum, named after it: funk.wav gives funk-kick.wav and so on.")
  var stems = false

  @Flag(help: "End with the last bar instead of letting the drums ring out.")
  var exact = false

  @Option(help: "Sample rate in Hz.")
  var rate = 48_000

  @Option(help: "Beats per minute, instead of the patch's.")
  var bpm: Double?

  @Option(name: .customLong("soundfont"), help: "The SoundFont to play.", completion: .soundFont)
  var soundFont: String?

  @Option(
    help: "The drummer's model file, if the patch uses one or is humanised.",
    completion: .file(extensions: ["safetensors"]))
  var model: String?

  /// How many bars a file can have.
  static let barCounts = 1...100_000

  func validate() throws {
    try Self.barCounts.check(bars, of: "--bars")
    try Kit.check(rate: rate)
    try Knob.tempo.check(bpm, of: "--bpm")
    guard isMIDI || isWAV else {
      throw ValidationError("-o \(output): expected a .wav or a .mid file")
    }
    guard !stems || isWAV else { throw ValidationError("--stems needs a .wav file") }
  }

  func run() throws {
    var (loaded, path) = try PatchFiles().load(patch)
    if let bpm { loaded.tempo = Tempo(clampingBPM: bpm) }
    if isMIDI {
      // Asked here, as a MIDI file needs no `Rendering`.
      try loaded.checkDrummer()
      return try writeMIDI(loaded, path)
    }
    let keys = try stems ? writeStems(loaded, path) : writeMix(loaded, path)
    if let remark = played(of: loaded).midiOnlyRemark(beside: keys) {
      StandardStreams.write("ghostnote: \(remark)\n", to: STDERR_FILENO)
    }
  }

  private var isMIDI: Bool { MIDIFile.isNamed(output) }

  private var isWAV: Bool { (output as NSString).pathExtension.lowercased() == "wav" }

  /// The patterns that are rendered.
  private func played(of patch: Patch) -> [Pattern] {
    let playsSong = (song || patch.playsSong) && !patch.song.sections.isEmpty
    return playsSong ? patch.patternsOfSections : [patch.pattern]
  }

  private func prepare(
    _ patch: Patch, _ path: String, separateOutputs: Bool
  ) throws -> Rendering {
    // The range was checked in `validate`.
    let sampleRate = SampleRate(hertz: rate) ?? .standard
    let model = model
    guard !song else {
      let beats = patch.song.sections.isEmpty ? .zero : patch.songForm.length
      let most = Self.barCounts.upperBound
      guard beats <= Beats(4 * Int64(most)) else {
        throw CommandError(
          "the song lasts \(Int(beats.inBeats / 4)) bars: expected at most \(most); shorten its sections"
        )
      }
      return try Rendering(
        songOf: patch, sampleRate: sampleRate, soundFont: soundFont,
        separateOutputs: separateOutputs, file: path
      ) { () throws(DrummerError) in try LoadedDrummer(model: model) }
    }
    return try Rendering(
      patch, bars: bars, sampleRate: sampleRate, soundFont: soundFont,
      separateOutputs: separateOutputs, file: path
    ) { () throws(DrummerError) in try LoadedDrummer(model: model) }
  }

  /// Returns the keys of the kit that was heard.
  private func writeMix(_ patch: Patch, _ path: String) throws -> KeySet {
    var rendering = try prepare(patch, path, separateOutputs: false)
    let file = try WAVFile(path: output, channelCount: 2, sampleRate: rate)
    let (name, keys) = (rendering.kitName, rendering.kitKeys)
    do {
      unsafe try rendering.run(ringsOut: !exact) { channels throws(FileError) in
        unsafe try file.append(channels)
      }
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
    report(file, extent(of: patch), kit: name)
    return keys
  }

  /// Returns the keys of the kit that was heard.
  private func writeStems(_ patch: Patch, _ path: String) throws -> KeySet {
    var patch = patch
    // One file per drum, regardless of shared outputs.
    for drum in Drum.all { patch.kit[drum].sound.output = 0 }
    let drums = drums(of: patch)
    var pairs = drums.map { (name: $0.name, pair: Int($0.index)) }
    if patch.kit.hasEffects { Self.addEffects(&pairs, drums, &patch.kit) }
    var rendering = try prepare(patch, path, separateOutputs: true)
    let (name, keys) = (rendering.kitName, rendering.kitKeys)
    let stem = (output as NSString).deletingPathExtension
    Self.makeFolder(of: stem)
    var files: [(pair: Int, file: WAVFile)] = []
    do {
      for (name, pair) in pairs {
        let file = try WAVFile(path: "\(stem)-\(name).wav", channelCount: 2, sampleRate: rate)
        files.append((pair, file))
      }
      unsafe try rendering.run(ringsOut: !exact) { channels throws(FileError) in
        for (pair, file) in files {
          unsafe try file.append([channels[2 * pair], channels[2 * pair + 1]])
        }
      }
      for (_, file) in files { try file.finish() }
    } catch {
      for (_, file) in files { file.abandon() }
      throw error
    }
    for (_, file) in files { report(file, extent(of: patch), kit: name) }
    return keys
  }

  /// Makes the folder of `path`, if it names one. Where that cannot be made, the first file says so.
  private static func makeFolder(of path: String) {
    // `NSString.deletingLastPathComponent` traps for a path of one letter.
    guard let slash = path.lastIndex(of: "/") else { return }
    try? FileManager.default.createDirectory(
      atPath: String(path[..<slash]), withIntermediateDirectories: false)
  }

  /// Gives reverb and echoes, which come out with the first pair, a file of their own: the drum that pair
  /// belongs to moves to one that no drum uses, where there is one.
  private static func addEffects(
    _ pairs: inout [(name: String, pair: Int)], _ drums: [Drum], _ kit: inout KitDescription
  ) {
    if let place = pairs.firstIndex(where: { $0.pair == 0 }) {
      guard let free = Drum.all.last(where: { !drums.contains($0) }) else { return }
      kit[drums[place]].sound.output = free.index + 1
      pairs[place].pair = Int(free.index)
    }
    pairs.append(("effects", 0))
  }

  /// The drums that may sound: those of the pattern or the song's patterns, and the drummer's.
  private func drums(of patch: Patch) -> [Drum] {
    let played = played(of: patch)
    var lanes: [Drum] = []
    for drum in played.flatMap(\.audibleLanes).compactMap(\.voice.drum)
    where !lanes.contains(drum) {
      lanes.append(drum)
    }
    // Percussion other than the 26 drums comes out with the bongo.
    if !lanes.contains(.bongo), played.flatMap(\.audibleLanes).contains(where: \.voice.isPercussion)
    {
      lanes.append(.bongo)
    }
    guard patch.drummer.isOn else { return lanes }
    let others = Vocabulary.drums.filter { drum in
      !lanes.contains(drum) && patch.drummer.drums?.contains(drum) != false
    }
    return lanes + others
  }

  private func report(_ file: WAVFile, _ extent: String, kit: String) {
    let seconds = Double(file.frameCount) / Double(rate)
    print(
      "\(file.path): \(String(format: "%.2f", seconds)) s at \(rate) Hz, \(extent), \(kit)")
    if file.clippedSamples > 0 {
      let warning =
        "ghostnote: warning: \(file.path): \(file.clippedSamples.counted("sample")) clipped; "
        + "lower the patch's kit level\n"
      write(warning.printable, to: STDERR_FILENO)
    }
  }

  /// A description of what was rendered.
  private func extent(of patch: Patch) -> String {
    guard song else { return bars.counted("bar") }
    return "a song of \(patch.song.sections.count.counted("section"))"
  }

  private func writeSong(_ patch: Patch) throws {
    let once = try patch.playingSongOnce()
    guard !patch.drummer.isOn else {
      throw CommandError("\(output): a song's MIDI file cannot include the drummer: render a .wav")
    }
    let bytes: [UInt8]
    do throws(MIDIExportError) { bytes = try StandardMIDIFile(once, loops: 1).bytes } catch {
      throw CommandError("\(output): \(error)")
    }
    try write(Data(bytes), to: output)
    print("\(output): \(extent(of: patch)), \(bytes.count) bytes")
  }

  private func writeMIDI(_ patch: Patch, _ path: String) throws {
    try existing.check(output, reading: [path])
    if song { return try writeSong(patch) }
    let isAsked = patch.drummer.isOn || patch.humanising != nil
    let drummer = isAsked ? try LoadedDrummer(model: model) : nil
    let beats = patch.pattern.bar.length * Int64(bars)
    let drummed =
      patch.drummer.isOn
      ? try drummer?.hits(patch.drummer, tempo: patch.tempo, until: beats) : nil
    let file: StandardMIDIFile
    let program = try drummer?.program(of: patch)
    do throws(MIDIExportError) {
      file = try StandardMIDIFile(patch, bars: bars, program: program, drummed: drummed ?? [])
    } catch .noteCount(let bar) {
      let bars = (Beats(4) * bar).dividedRoundingDown(by: patch.pattern.bar.length)
      throw CommandError(
        "\(output): expected at most \(StandardMIDIFile.mostNotes) notes, found more: --bars \(bars) fits"
      )
    } catch { throw CommandError("\(output): \(error)") }
    let bytes = file.bytes
    try write(Data(bytes), to: output)
    print("\(output): \(bars.counted("bar")) at \(patch.tempo.bpm) bpm, \(bytes.count) bytes")
  }
}
