import MIDI
import MusicalTime
import Playback
import Rhythm

/// What a drummer hears before it begins: bars of hits, each counted from its own bar.
struct Primer: Sendable, Hashable {
  /// At least one bar.
  let bars: [[Hit]]

  /// The last bars of a song's hits, without the silent ones at the end; nil without a hit.
  init?(_ hits: [Hit]) {
    guard let last = LastBars(hits) else { return nil }
    bars = last.bars
  }

  /// What four bars of a pattern play; nil where it is silent.
  init?(_ pattern: Pattern) {
    var hits: [Hit] = []
    var begins = Beats.zero
    while begins < BarImage.length * 4 {
      for var hit in pattern.hits {
        hit.beat = hit.beat + begins
        if hit.beat < BarImage.length * 4 { hits.append(hit) }
      }
      begins = begins + pattern.length
    }
    self.init(hits)
  }

  /// The drumming in a MIDI file: its channel 10 where that plays, else everything; notes as `map`
  /// reads them.
  init(file path: String, map: InputMap) throws(CommandError) {
    let song: StandardMIDIFile.Track?
    let bytes = try Self.bytes(of: path)
    do throws(StandardMIDIFileError) {
      song = try StandardMIDIFile(bytes: bytes).songs.first
    } catch { throw CommandError("\(path): \(error)") }
    let strokes = (song?.events ?? []).compactMap { event in
      event.message.flatMap { $0.kind == 0x90 && $0.data2 > 0 ? (event.beat, $0) : nil }
    }
    let drummed = strokes.contains { $0.1.channel == 9 }
    let hits = strokes.compactMap { beat, message -> Hit? in
      guard !drummed || message.channel == 9, let drum = map.drum(forNote: message.data1)
      else { return nil }
      return Hit(drum: drum, velocity: Velocity(clamping: Int(message.data2)), beat: beat)
    }
    guard let primer = Primer(hits) else {
      throw CommandError("\(path): no drum is struck in it: name a MIDI file with drums")
    }
    self = primer
  }

  private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
    do throws(Files.ReadingError) {
      return try Files.read(path, limit: 16 * 1_048_576)
    } catch {
      switch error {
      case .system(let system): throw CommandError("\(path): it can't be read: \(system.reason)")
      case .directory: throw CommandError("\(path): it is a folder, not a MIDI file")
      case .notRegular: throw CommandError("\(path): it is a device or a pipe, not a file")
      case .tooLarge: throw CommandError("\(path): it is larger than 16 MiB, which no song is")
      }
    }
  }
}
