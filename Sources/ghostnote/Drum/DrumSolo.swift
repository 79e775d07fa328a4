import Commands
import Control
import Drummer
import Foundation
import LiveDrummer
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm

/// Generates bars with constant settings.
struct DrumSolo {
  private var performer: any BarInventor
  private let direction: BarDirection

  init(performer: any BarInventor, settings: DrummerSettings, tempo: Tempo) {
    self.performer = performer
    direction = BarDirection(settings: settings, tempo: tempo)
  }

  /// Uses bars, none of them a fill, as what was played before; beats from each bar's beginning.
  mutating func advance(with bars: [[Hit]]) {
    var plain = direction
    plain.settings.fillEvery = 0
    for hits in bars { performer.advance(with: hits, plain) }
  }

  /// Generates the next bars, of which the first counts as bar 1; beats from its beginning, none
  /// negative.
  mutating func play(bars: Int) -> [Hit] {
    var hits: [Hit] = []
    for bar in 0..<bars {
      var direction = direction
      direction.countFills(at: bar)
      for var hit in performer.play(direction).hits {
        hit.beat = max(hit.beat + Vocabulary.bar * Int64(bar), .zero)
        hits.append(hit)
      }
    }
    return hits.sorted()
  }
}

/// The last bars of a MIDI file, to prime a drummer with.
struct PrimingFile {
  /// The hits of each bar, in beats from its beginning.
  let bars: [[Hit]]
  /// The file's tempo at its first hit.
  let tempo: Tempo

  /// Reads the notes that `map` maps to a drum, of the first song in the file that has notes.
  init(path: String, map: DrumMap) throws {
    let song = try CommandError.wrapping { try MIDIFile.song(at: path) }
    let notes = song.events.filter { $0.message?.kind == 0x90 && $0.message?.data2 != 0 }
    // A recording of a single pad may be on any channel.
    let onDrums = notes.filter { $0.message?.channel == 9 }
    let hits = (onDrums.isEmpty ? notes : onDrums).compactMap { event -> Hit? in
      guard let message = event.message, let drum = map.drum(forNote: message.data1),
        Vocabulary.index(of: drum) != nil
      else { return nil }
      return Hit(
        drum: drum, velocity: Velocity(clamping: Int(message.data2)), beat: event.beat)
    }
    guard let first = hits.first, let last = LastBars(hits) else {
      throw CommandError("\(path): no hits of the drummer's drums; try another --map")
    }
    tempo = Tempo(clampingBPM: TempoMap(song).tempo(at: first.beat).bpm)
    bars = last.bars
  }
}

extension StandardMIDIFile {
  /// Writes `hits` to a file.
  static func write(_ hits: [Hit], tempo: Tempo, end: Beats, to path: String) throws {
    try ghostnote.write(StandardMIDIFile(hits, tempo: tempo, end: end).bytes, to: path)
  }
}
