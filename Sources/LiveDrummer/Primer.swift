import Drummer
import MIDI
import MIDIFiles
import MusicalTime
import Playback
public import Rhythm
import Sequencing

/// What a drummer is primed with before it starts: bars of hits, their beats counted from the bar's
/// start.
public struct Primer: Sendable, Hashable {
  /// At least one bar.
  public let bars: [[Hit]]
  /// Whether the bars are a pattern's, each of which has its place in the song's phrases; of other
  /// music, the last bar is what was played last.
  public let isPattern: Bool

  /// The maximum number of hits of a pattern: a lane may be thousands of times as fast as its pattern.
  static let mostHits = 16_384

  /// The last bars of a song's hits, without silent ones at the end; nil without a hit.
  public init?(_ hits: [Hit]) { self.init(hits, isPattern: false) }

  private init?(_ hits: [Hit], isPattern: Bool) {
    guard let last = LastBars(hits) else { return nil }
    // A hit that is early in the bar after them counts as one of that; a silent bar at their end has its place.
    let four = (last.bars + Array(repeating: [], count: 4)).prefix(4)
    bars = isPattern ? Array(four) : last.bars
    self.isPattern = isPattern
  }

  /// Four bars of the drums of the selected pattern, repeated as needed, as far as `mostHits` go; nil if
  /// they are silent.
  public init?(_ patch: Patch) {
    var alone = patch
    alone.playsSong = false
    alone.pattern.loops = true
    // Notes of other instruments would take the room of hits.
    for lane in alone.pattern.lanes where lane.voice.drum == nil {
      alone.pattern.removeLane(of: lane.voice)
    }
    let cues = Program(alone).cues(
      from: .zero, to: CompiledBar.length * 4, at: patch.tempo, lands: true,
      most: Self.mostHits)
    self.init(cues.compactMap(\.hit), isPattern: true)
  }

  /// The drum part of a MIDI file: channel 10 if it has notes, else all channels. Notes are read by
  /// the training data's `DrumMap`, except those that the patch's own map assigns.
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
