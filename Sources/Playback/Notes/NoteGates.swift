import MusicalTime
import Rhythm

/// The notes of voices other than drums, which sound on `out` until their time. Real-time: yes.
struct NoteGates: BitwiseCopyable {
  private var voices: InlineArray<64, Voice>
  private var ends: InlineArray<64, NoteEnd>
  private(set) var count = 0

  /// How many may sound at once.
  static var capacity: Int { @_noLocks get { 64 } }

  @_noLocks init() {
    voices = InlineArray(repeating: Voice(Drum(clampingIndex: 0)))
    ends = InlineArray(repeating: NoteEnd(Frame(index: 0)))
  }

  /// The frame on which the next one ends; far ahead where none sounds.
  var earliest: Frame {
    @_noLocks get {
      var earliest = Frame(index: .max)
      var index = 0
      while index < count {
        if ends[index].frame < earliest { earliest = ends[index].frame }
        index &+= 1
      }
      return earliest
    }
  }

  /// Adds a note that sounds until `end`, which moves with the line where it has a beat; `count` must be
  /// below `capacity`.
  @_noLocks mutating func open(_ voice: Voice, until end: NoteEnd) {
    voices[count] = voice
    ends[count] = end
    count &+= 1
  }

  /// Takes out a note of `voice`; false where none sounds.
  @_noLocks mutating func close(_ voice: Voice) -> Bool {
    var index = 0
    while index < count {
      if voices[index] == voice {
        remove(index)
        return true
      }
      index &+= 1
    }
    return false
  }

  /// Takes out and returns a note that ends before `limit`, and its end; nil where there is none.
  @_noLocks mutating func closeFirst(before limit: Frame) -> (voice: Voice, end: Frame)? {
    var index = 0
    while index < count {
      if ends[index].frame < limit {
        let found = (voices[index], ends[index].frame)
        remove(index)
        return found
      }
      index &+= 1
    }
    return nil
  }

  /// Lets each end on `limit` at the latest.
  @_noLocks mutating func shorten(to limit: Frame) {
    var index = 0
    while index < count {
      var end = ends[index]
      end.shorten(to: limit)
      ends[index] = end
      index &+= 1
    }
  }

  /// Moves the ends that are held to a beat with the line, which is bent at `frame` to `line`.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    var index = 0
    while index < count {
      var end = ends[index]
      end.move(to: line, from: frame)
      ends[index] = end
      index &+= 1
    }
  }

  /// Keeps every end on its frame whatever the line does.
  @_noLocks mutating func fixEnds() {
    var index = 0
    while index < count {
      var end = ends[index]
      end.fix()
      ends[index] = end
      index &+= 1
    }
  }

  @_noLocks private mutating func remove(_ index: Int) {
    count &-= 1
    voices[index] = voices[count]
    ends[index] = ends[count]
  }
}
