import MusicalTime
import Rhythm

/// The notes of drums that end by themselves, which sound until their time. Real-time: yes.
struct DrumGates: BitwiseCopyable {
  private var ends: InlineArray<26, NoteEnd>
  private var open = DrumSet()

  @_noLocks init() { ends = InlineArray(repeating: NoteEnd(Frame(index: 0))) }

  /// The frame on which the next one ends; far ahead where none sounds.
  var earliest: Frame {
    @_noLocks get {
      var earliest = Frame(index: .max)
      var left = open
      while let drum = left.popFirst() {
        let end = ends[Int(drum.index)].frame
        if end < earliest { earliest = end }
      }
      return earliest
    }
  }

  /// Whether a note of `drum` sounds.
  @_noLocks func contains(_ drum: Drum) -> Bool { open.contains(drum) }

  /// A note of `drum` sounds until `end`, which moves with the line where it has a beat, in place of any
  /// that sounded.
  @_noLocks mutating func open(_ drum: Drum, until end: NoteEnd) {
    ends[Int(drum.index)] = end
    open.insert(drum)
  }

  /// The note of `drum` sounds no more.
  @_noLocks mutating func close(_ drum: Drum) { open.remove(drum) }

  /// Takes out and returns the first drum whose note ends before `limit`, and its end; nil where there
  /// is none.
  @_noLocks mutating func closeFirst(before limit: Frame) -> (drum: Drum, end: Frame)? {
    var left = open
    while let drum = left.popFirst() {
      let end = ends[Int(drum.index)].frame
      guard end < limit else { continue }
      open.remove(drum)
      return (drum, end)
    }
    return nil
  }

  /// Takes out and returns the first drum whose note sounds; nil where there is none.
  @_noLocks mutating func closeFirst() -> Drum? { open.popFirst() }

  /// Lets each end on `limit` at the latest.
  @_noLocks mutating func shorten(to limit: Frame) {
    var left = open
    while let drum = left.popFirst() {
      let index = Int(drum.index)
      var end = ends[index]
      end.shorten(to: limit)
      ends[index] = end
    }
  }

  /// Moves the ends that are held to a beat with the line, which is bent at `frame` to `line`.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    var left = open
    while let drum = left.popFirst() {
      let index = Int(drum.index)
      var end = ends[index]
      end.move(to: line, from: frame)
      ends[index] = end
    }
  }

  /// Keeps every end on its frame whatever the line does.
  @_noLocks mutating func fixEnds() {
    var left = open
    while let drum = left.popFirst() {
      let index = Int(drum.index)
      var end = ends[index]
      end.fix()
      ends[index] = end
    }
  }
}
