public import MIDI
public import MusicalTime
public import Rhythm
import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as its program plays them, on channel 10, and what a drummer `drummed`
  /// beside them, its beats counted from the beginning.
  public init(_ patch: Patch, bars: Int, drummed: [Hit] = []) {
    let end = patch.pattern.barLength * Int64(bars)
    let hits = Self.hits(of: Program(patch), before: end) + drummed.filter { $0.beat < end }
    self.init(hits: hits, tempo: patch.tempo, end: end)
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
