public import MIDI
import MusicalTime
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
    self.init(hits: hits, tempo: patch.tempo, end: end)
  }
}
