import MusicalTime
import Rhythm

/// Cues that wait for their beat, in a heap ordered by beat and voice; equal ones keep the order in
/// which they were added. Real-time: yes.
@safe struct WaitingCues: ~Copyable {
  /// The maximum number of waiting cues; twice what one pattern may need.
  static var capacity: Int { @_noLocks get { 16_384 } }

  private let heap: UnsafeMutablePointer<WaitingCue>
  private var count = 0
  /// Cues added so far, those that no longer wait among them.
  private(set) var added: UInt64 = 0
  /// Cues dropped because there was no room.
  private(set) var dropped: Int64 = 0

  init() {
    unsafe heap = .allocate(capacity: Self.capacity)
    let silence = Cue(
      voice: Voice(Drum(clampingIndex: 0)), velocity: Velocity(clamping: 1), beat: .zero)
    unsafe heap.initialize(repeating: WaitingCue(cue: silence, number: 0), count: Self.capacity)
  }

  deinit { unsafe heap.deallocate() }

  /// The beat of the first; nil where none waits.
  var firstBeat: Beats? { @_noLocks get { count > 0 ? unsafe heap[0].cue.beat : nil } }

  @_noLocks mutating func removeAll() { count = 0 }

  @_noLocks mutating func push(_ cue: Cue) {
    guard count < Self.capacity else {
      dropped &+= 1
      return
    }
    added &+= 1
    let new = WaitingCue(cue: cue, number: added)
    var child = count
    count &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe new < heap[parent] else { break }
      unsafe heap[child] = heap[parent]
      child = parent
    }
    unsafe heap[child] = new
  }

  /// Removes and returns the first, which must be there.
  @_noLocks mutating func popFirst() -> Cue {
    let first = unsafe heap[0].cue
    count &-= 1
    let last = unsafe heap[count]
    var parent = 0
    while true {
      var child = 2 &* parent &+ 1
      guard child < count else { break }
      if child &+ 1 < count, unsafe heap[child &+ 1] < heap[child] { child &+= 1 }
      guard unsafe heap[child] < last else { break }
      unsafe heap[parent] = heap[child]
      parent = child
    }
    unsafe heap[parent] = last
    return first
  }
}

private struct WaitingCue: BitwiseCopyable {
  var cue: Cue
  var number: UInt64

  @_noLocks static func < (a: WaitingCue, b: WaitingCue) -> Bool {
    if a.cue < b.cue { return true }
    return b.cue < a.cue ? false : a.number < b.number
  }
}
