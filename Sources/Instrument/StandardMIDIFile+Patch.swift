public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as `program` plays it, or its steps as they are, on channel 10, and what
  /// a drummer `drummed` beside them, its beats counted from the beginning.
  public init(_ patch: Patch, bars: Int, program: Program? = nil, drummed: [Hit] = []) {
    let end = patch.pattern.barLength * Int64(bars)
    let program = program ?? Program(patch)
    let hits = program.cues(from: .zero, to: end, at: patch.tempo, lands: true)
      .compactMap(\.hit)
    self.init(drummed.isEmpty ? hits : (hits + drummed).sorted(), tempo: patch.tempo, end: end)
  }

  /// `hits` before `end`, ordered by beat, on channel 10; what is before the beginning is put there.
  public init(_ hits: [Hit], tempo: Tempo, end: Beats) {
    var track = Track([Event(.tempo(BeatDuration(tempo)), at: .zero)], end: end)
    // As long as a sixteenth-note triplet, unless the drum is struck again before.
    let gate = Beats(1, over: 6)
    let hits = hits.filter { $0.beat < end }
    var next = [Beats](repeating: end, count: Drum.count)
    var ends: [Beats] = []
    for hit in hits.reversed() {
      let beat = max(hit.beat, .zero)
      ends.append(min(beat + gate, next[Int(hit.drum.index)]))
      next[Int(hit.drum.index)] = beat
    }
    for (hit, off) in zip(hits, ends.reversed()) {
      let note = hit.drum.note
      let on = ShortMessage.noteOn(channel: 9, note: note, velocity: hit.velocity.value)
      track.add(.message(on), at: max(hit.beat, .zero))
      track.add(.message(.noteOff(channel: 9, note: note)), at: off)
    }
    self.init(track)
  }
}
