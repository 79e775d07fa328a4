import Drummer
import MIDI
import MIDIFiles
import MusicalTime
import Playback
public import Rhythm
import Sequencing

/// What a drummer hears before it begins: bars of hits, each counted from its own bar.
public struct Primer: Sendable, Hashable {
  /// At least one bar.
  public let bars: [[Hit]]

  /// The last bars of a song's hits, without the silent ones at the end; nil without a hit.
  public init?(_ hits: [Hit]) {
    guard let last = LastBars(hits) else { return nil }
    bars = last.bars
  }

  /// What the drums of the selected pattern play in four bars, again and again; nil where they are
  /// silent.
  public init?(_ patch: Patch) {
    var alone = patch
    alone.playsSong = false
    alone.pattern.loops = true
    let cues = Program(alone).cues(
      from: .zero, to: BarImage.length * 4, at: patch.tempo, lands: true)
    self.init(cues.compactMap(\.hit))
  }

  /// The drumming in a MIDI file: its channel 10 where that plays, else everything; notes as what the
  /// drummer learned from was read (`DrumMap`), and where the patch's map says otherwise, as that says.
  public init(file path: String, map: InputMap) throws(DrummerError) {
    var notes = map
    for note in UInt8(0)..<128 where map.notes[note] == InputMap.standard.notes[note] {
      notes.notes[note] = DrumMap.standard.drum(forNote: note)
    }
    let song: StandardMIDIFile.Track
    do throws(MIDIFileError) { song = try MIDIFile.song(at: path) } catch {
      throw DrummerError("\(error)")
    }
    let hits = song.cues(.drums, map: notes).compactMap(\.hit)
      .filter { Vocabulary.index(of: $0.drum) != nil }
    guard let primer = Primer(hits) else {
      throw DrummerError("\(path): no drum is struck in it: name a MIDI file with drums")
    }
    self = primer
  }
}
