import Control
import Foundation
import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import PatchFiles
import Rhythm
import Sequencing

/// Patches: read, saved and read again, compiled, played in three places, and written as MIDI files.
enum PatchDoor {
  /// JSON; or after a byte of 0 the seed of a patch, so that more of them are patches.
  static func take(_ bytes: [UInt8]) {
    guard let patch = bytes.first == 0 ? made(bytes) : try? Patch(json: bytes, file: "x.json")
    else { return }
    do {
      let json = Array(patch.json.utf8)
      Cost.made(json.count)
      let again = try Patch(json: json, file: "y.json")
      precondition(again == patch, "a patch changes when it is saved: \(patch.json)")
    } catch { fatalError("a patch that was saved can't be loaded: \(error)") }
    play(Program(patch))
    for section in patch.song.sections.indices.prefix(3) { play(Program(patch, section: section)) }
    write(patch)
  }

  private static func made(_ bytes: [UInt8]) -> Patch {
    var chance = SplitMix64(seed: bytes.prefix(9).reduce(0) { $0 << 8 | UInt64($1) })
    return Patch.random(using: &chance)
  }

  /// At its beginning, after a while, and as far as `locate` reaches; of what comes there the first
  /// thousands.
  private static func play(_ program: Program) {
    for start in [Beats.zero, Beats(999, over: 7), Beats(10_000_000)] {
      let end = start + Beats(16)
      var reader = CueReader()
      unsafe reader.seek(to: start, in: program.image, lands: true)
      var beat = start
      for _ in 0..<4_096 {
        guard
          let cue = unsafe reader.next(
            before: end, in: program.image, at: .standard, isFilling: start == .zero)
        else { break }
        precondition(beat <= cue.beat && cue.beat < end, "a cue is out of order: \(cue)")
        beat = cue.beat
      }
    }
  }

  /// Writes it, of a long song the pattern only: the million notes that a file may have take half a second.
  private static func write(_ patch: Patch) {
    var patch = patch
    let repeats = patch.song.sections.reduce(0) { $0 + $1.repeats }
    if repeats > 64 { patch.playsSong = false }
    guard let file = try? StandardMIDIFile(patch, loops: 1, format: .together) else { return }
    let bytes = file.bytes
    Cost.made(bytes.count)
    do {
      let again = try StandardMIDIFile(bytes: bytes)
      precondition(again.bytes == bytes, "a patch's MIDI file changes: \(patch.json)")
    } catch { fatalError("a patch's MIDI file can't be read: \(error): \(patch.json)") }
  }
}
