public import MIDI
import MusicalTime
public import Rhythm
import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as its program plays them, on channel 10, and what a drummer `drummed`
  /// beside them, its beats counted from the beginning.
  public init(_ patch: Patch, bars: Int, drummed: [Hit] = []) {
    let end = patch.pattern.barLength * Int64(bars)
    var track = Track([Event(.tempo(BeatDuration(patch.tempo)), at: .zero)], end: end)
    let hits = (Self.hits(of: Program(patch), before: end) + drummed.filter { $0.beat < end })
      .sorted()
    // As long as a sixteenth-note triplet, unless the drum is struck again before.
    let gate = Beats(1, over: 6)
    var next = [Beats](repeating: end, count: Drum.count)
    var ends: [Beats] = []
    for hit in hits.reversed() {
      ends.append(min(hit.beat + gate, next[Int(hit.drum.index)]))
      next[Int(hit.drum.index)] = hit.beat
    }
    for (hit, off) in zip(hits, ends.reversed()) {
      let note = hit.drum.note
      let on = ShortMessage.noteOn(channel: 9, note: note, velocity: hit.velocity.value)
      track.add(.message(on), at: hit.beat)
      track.add(.message(.noteOff(channel: 9, note: note)), at: off)
    }
    self.init(track)
  }

  private static func hits(of program: Program, before end: Beats) -> [Hit] {
    var hits: [Hit] = []
    var place = unsafe program.image.pointee.place(atOrAfter: .zero)
    while let hit = unsafe program.image.pointee.hit(at: place), hit.beat < end {
      hits.append(hit)
      place = unsafe program.image.pointee.place(after: place)
    }
    return hits
  }
}
