import ArgumentParser
import Commands
import Control
import Drummer
import Files
import Foundation
import MIDI
import MIDIFiles
import MusicalTime
import PatchFiles
import RemoteArguments
import Rhythm
import Sequencing
import Shell

/// `ghostnote humanise`: adds a drummer's micro-timing and velocities to a pattern.
struct HumaniseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "humanise",
    abstract: "Give a stiff MIDI file or patch a drummer's micro-timing and velocities.",
    discussion: """
      The notes stay as they are, in number and in order; a MIDI file's other events stay too. Of a
      patch's steps, velocity and offset change, as in one loop, and its own humanise is off; a .mid
      file has many loops.

      EXAMPLES
        ghostnote humanise stiff.mid --style jazz --amount 0.7 -o human.mid
        ghostnote humanise rock --style rock --loops 16 -o rock.mid
        ghostnote humanise rock --style rock -o rock-human.json
      """, aliases: ["humanize"])

  @Argument(
    help: "A MIDI file, a patch file or a factory patch's name.",
    completion: .patch(or: ["mid", "midi"]), transform: expandedPath)
  var input: String

  @Option(
    name: .shortAndLong, help: "The file to write: .mid, or .json for a patch.",
    completion: .file(extensions: ["mid", "midi", "json"]), transform: expandedPath)
  var output: String

  @OptionGroup var existing: OverwriteOptions

  @Option(
    help: "One of the model's styles, or any: none in particular, as without it.",
    completion: .style(or: "any"), transform: styleName)
  var style: String?

  @Option(
    help: "0 or 0% changes nothing, 1 or 100% uses the drummer's timing fully.", transform: share)
  var amount = 0.7

  @Option(help: "The same seed gives the same result.")
  var seed: UInt64 = 0

  @Option(help: "Loops of a patch in a .mid file, each humanised separately.")
  var loops = 8

  @Option(
    help: "The drummer's model: a file, or a name in a Models folder.",
    completion: .file(extensions: ["safetensors"]))
  var model: String?

  func validate() throws {
    try Amount.check(amount, of: "--amount")
    try (1...10_000).check(loops, of: "--loops")
    guard isMIDI(output) || !isMIDI(input) && isJSON(output) else {
      let kinds = isMIDI(input) ? ".mid" : ".mid or a .json"
      throw ValidationError("-o \(output): expected a \(kinds) file for \(input)")
    }
  }

  func run() throws {
    if isMIDI(input) { return try humaniseMIDI() }
    let (patch, path) = try PatchFiles().load(input)
    try existing.check(output, reading: [path])
    let humaniser = try humaniser(at: patch.tempo)
    if isJSON(output) {
      try humaniseSteps(of: patch, from: path, humaniser)
    } else {
      try humaniseLoops(of: patch, humaniser)
    }
  }

  private func humaniseSteps(of patch: Patch, from path: String, _ humaniser: Humaniser) throws {
    var human = patch
    human.pattern = try humaniser.played(patch.pattern)
    // The steps have the drummer's timing now: they would get it twice.
    human.humanising = nil
    human.kit = PatchFiles().kit(patch.kit, movedFrom: path, to: output)
    try PatchFiles().save(human, to: output)
    let changed = zip(patch.pattern.lanes, human.pattern.lanes).reduce(0) { sum, lanes in
      sum + zip(lanes.0.steps, lanes.1.steps).count { $0 != $1 }
    }
    let former = patch.humanising == nil ? "" : "; its own humanise is off"
    print("\(output): velocities and offsets of \(changed.counted("step"))\(former)")
  }

  private func humaniseLoops(of patch: Patch, _ humaniser: Humaniser) throws {
    var patch = patch
    patch.pattern.loops = true
    let unrolled = UnrolledPattern(
      patch.pattern, lanes: patch.pattern.lanes, turns: loops,
      mostStrokes: StandardMIDIFile.mostNotes)
    let program = Program(
      patch, humanised: humaniser.humanisedHits(of: unrolled), turns: Int64(loops))
    let end = patch.pattern.length * Int64(loops)
    // Includes hits that are a little late at the end.
    let cues = program.cues(from: .zero, to: end + Beats(1), at: patch.tempo, lands: true).map {
      var cue = $0
      cue.beat = min(cue.beat, end - Beats(units: 1))
      return cue
    }
    let file = StandardMIDIFile(
      cues, tempi: [TempoMap.Change(BeatDuration(patch.tempo), at: .zero)], end: end)
    try write(Data(file.bytes), to: output)
    print(
      "\(output): \(cues.count.counted("hit")) in \(loops.counted("loop")) at \(patch.tempo.bpm) bpm"
    )
  }

  private func humaniseMIDI() throws {
    try existing.check(output, reading: [input])
    let data: [UInt8]
    do throws(FileReadingError) {
      data = try RegularFile.bytes(at: input, limit: StandardMIDIFile.largestFile)
    } catch {
      throw CommandError("\(input): \(error.reason)")
    }
    var file: StandardMIDIFile
    do throws(StandardMIDIFileError) { file = try StandardMIDIFile(bytes: data) } catch {
      throw CommandError("\(input): \(error)")
    }
    // Songs in one format 2 file are independent.
    let songs =
      file.format == .separate
      ? file.tracks.indices.map { $0..<$0 + 1 } : [file.tracks.indices]
    var count = 0
    for (song, tracks) in zip(file.songs, songs) {
      let notes = DrumNotes(of: file, tracks: tracks) { DrumMap.standard.drum(forNote: $0) }
      let humaniser = try humaniser(at: TempoMap(song).tempo(at: .zero))
      file = notes.with(humaniser.humanised(notes.hits))
      count += notes.hits.count
    }
    guard count > 0 else { throw CommandError("\(input): no drum notes to humanise") }
    try write(Data(file.bytes), to: output)
    print("\(output): \(count.counted("hit")), as many and in the order of \(input)")
  }

  private func humaniser(at tempo: Tempo) throws -> Humaniser {
    let path = try ModelSearch(explicit: model).find()
    guard case .drummer(let drummer) = try ModelFile(path: path) else {
      throw CommandError("\(path): the classic model has no micro-timing: choose another --model")
    }
    let row: Int?
    let style = style ?? ""
    do throws(ModelError) { row = try drummer.card.index(ofStyle: style) } catch {
      throw ValidationError("--style \(style): \(error)")
    }
    return Humaniser(
      DrummerTables(drummer), Conditions(style: row, tempo: tempo), amount: amount, seed: seed)
  }

  private func isMIDI(_ path: String) -> Bool { MIDIFile.isNamed(path) }

  private func isJSON(_ path: String) -> Bool {
    (path as NSString).pathExtension.lowercased() == "json"
  }

  private func note(_ words: String) {
    write("ghostnote: \(words)\n".printable, to: STDERR_FILENO)
  }
}
