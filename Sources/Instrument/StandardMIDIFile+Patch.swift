public import MIDI
import MusicalTime
public import Rhythm
import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as its program plays them, on channel 10.
  public init(_ patch: Patch, bars: Int) {
    let end = patch.pattern.barLength * Int64(bars)
    var track = Track([Event(.tempo(BeatDuration(patch.tempo)), at: .zero)], end: end)
    let program = Program(patch)
    // As long as a sixteenth-note triplet: shorter than any step a drummer repeats.
    let gate = Beats(1, over: 6)
    var place = unsafe program.image.pointee.place(atOrAfter: .zero)
    while let hit = unsafe program.image.pointee.hit(at: place), hit.beat < end {
      let note = hit.drum.note
      let on = ShortMessage.noteOn(channel: 9, note: note, velocity: hit.velocity.value)
      let off = ShortMessage.noteOff(channel: 9, note: note)
      track.add(.message(on), at: hit.beat)
      track.add(.message(off), at: min(hit.beat + gate, end))
      place = unsafe program.image.pointee.place(after: place)
    }
    self.init(track)
  }
}
