public import MIDI
public import MusicalTime
public import Rhythm

extension StandardMIDIFile {
  /// `hits` before `end`, in any order, as notes of a sixteenth triplet at most on channel 10; what is
  /// before the beginning is put there.
  public init(hits: [Hit], tempo: Tempo, end: Beats) {
    self.init(Track(hits: hits, tempo: tempo, end: end))
  }
}

extension StandardMIDIFile.Track {
  /// `hits`, in any order, as notes on channel 10 at one tempo; a note ends before its drum's next.
  public init(hits: [Hit], tempo: Tempo, end: Beats) {
    // As long as a sixteenth-note triplet: shorter than any step a drummer repeats.
    let gate = Beats(1, over: 6)
    let hits = hits.filter { $0.beat < end }.sorted()
    var limits = [Beats](repeating: end, count: Drum.count)
    let ends = hits.reversed().map { hit in
      defer { limits[Int(hit.drum.index)] = hit.beat }
      return max(min(hit.beat + gate, limits[Int(hit.drum.index)]), hit.beat)
    }
    var events = [StandardMIDIFile.Event(.tempo(BeatDuration(tempo)), at: .zero)]
    for (hit, noteEnd) in zip(hits, ends.reversed()) {
      let note = hit.drum.note
      let on = ShortMessage.noteOn(channel: 9, note: note, velocity: hit.velocity.value)
      let off = ShortMessage.noteOff(channel: 9, note: note)
      events.append(StandardMIDIFile.Event(.message(on), at: max(hit.beat, .zero)))
      events.append(StandardMIDIFile.Event(.message(off), at: max(noteEnd, .zero)))
    }
    self.init(events, end: end)
  }
}
