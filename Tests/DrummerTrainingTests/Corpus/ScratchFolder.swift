import Foundation
import MIDI
import MusicalTime

/// A temporary folder, deleted with the object.
final class ScratchFolder {
  let path = NSTemporaryDirectory() + "ghostnote-corpus-\(UUID().uuidString)"

  /// Writes `files`, creating folders as needed.
  init(_ files: [String: [UInt8]] = [:]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  deinit {
    // At worst it is left behind.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let place = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }
}

/// MIDI files with quarter notes on drums, given as rows of notes.
enum Take {
  /// A file of `notes` at `bpm`, velocity 100, with an optional time signature.
  static func bytes(
    _ notes: [UInt8], bpm: Double = 120, meter: String? = nil, channel: UInt8 = 9
  ) -> [UInt8] {
    StandardMIDIFile(track(notes, bpm: bpm, meter: meter, channel: channel)).bytes
  }

  static func track(
    _ notes: [UInt8], bpm: Double = 120, meter: String? = nil, channel: UInt8 = 9
  ) -> StandardMIDIFile.Track {
    var track = StandardMIDIFile.Track(end: Beats(Int64(notes.count)))
    track.add(.tempo(BeatDuration(Tempo(clampingBPM: bpm))), at: .zero)
    if let meter = meter.flatMap({ Meter($0) }) { track.add(.meter(meter), at: .zero) }
    for (beat, note) in notes.enumerated() {
      let on = ShortMessage.noteOn(channel: channel, note: note, velocity: 100)
      track.add(.message(on), at: Beats(Int64(beat)))
      let off = ShortMessage.noteOn(channel: channel, note: note, velocity: 0)
      track.add(.message(off), at: Beats(Int64(beat)) + .sixteenth)
    }
    return track
  }
}
