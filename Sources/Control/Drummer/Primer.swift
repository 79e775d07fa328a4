import Commands
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

  /// What the drums of the selected pattern play in four bars, again and again; nil where they are
  /// silent.
  init?(_ patch: Patch) {
    var alone = patch
    alone.playsSong = false
    alone.pattern.loops = true
    let cues = Program(alone).cues(
      from: .zero, to: BarImage.length * 4, at: patch.tempo, lands: true)
    self.init(cues.compactMap(\.hit))
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
