import Drummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

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

  /// The drumming in a MIDI file: its channel 10 where that plays, else everything; notes as what the
  /// drummer learned from was read (`DrumMap`), and where the patch's map says otherwise, as that says.
  init(file path: String, map: InputMap) throws(CommandError) {
    var notes = map
    for note in UInt8(0)..<128 where map.notes[note] == InputMap.standard.notes[note] {
      notes.notes[note] = DrumMap.standard.drum(forNote: note)
    }
    let hits = try MIDIFiles.song(at: path).cues(.drums, map: notes).compactMap(\.hit)
      .filter { Vocabulary.index(of: $0.drum) != nil }
    guard let primer = Primer(hits) else {
      throw CommandError("\(path): no drum is struck in it: name a MIDI file with drums")
    }
    self = primer
  }
}
