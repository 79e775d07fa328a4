public import MIDI
public import MusicalTime
public import Rhythm
import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as its program plays them, on channel 10.
  public init(_ patch: Patch, bars: Int) {
    let end = patch.pattern.barLength * Int64(bars)
    let program = Program(patch)
    var hits: [Hit] = []
    var place = unsafe program.image.pointee.place(atOrAfter: .zero)
    while let hit = unsafe program.image.pointee.hit(at: place), hit.beat < end {
      hits.append(hit)
      place = unsafe program.image.pointee.place(after: place)
    }
    self.init(hits, tempo: patch.tempo, end: end)
  }

  /// `hits` before `end`, ordered by beat, on channel 10; what is before the beginning is put there.
  public init(_ hits: [Hit], tempo: Tempo, end: Beats) {
    var track = Track([Event(.tempo(BeatDuration(tempo)), at: .zero)], end: end)
    // As long as a sixteenth-note triplet: shorter than any step a drummer repeats.
    let gate = Beats(1, over: 6)
    for hit in hits where hit.beat < end {
      let (note, beat) = (hit.drum.note, max(hit.beat, .zero))
      let on = ShortMessage.noteOn(channel: 9, note: note, velocity: hit.velocity.value)
      track.add(.message(on), at: beat)
      track.add(.message(.noteOff(channel: 9, note: note)), at: min(beat + gate, end))
    }
    self.init(track)
  }
}
