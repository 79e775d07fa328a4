import MusicalTime
import Rhythm

/// The next hit of one stream of a program. Real-time: yes.
struct StreamCursor: BitwiseCopyable {
  var stream = 0
  /// The section it plays in, by index, and the repeat.
  var section = 0
  var round: Int64 = 0
  var cycle: Int64 = 0
  var index = 0
  /// The position of its hit from the program's beginning, with groove.
  private(set) var place = Beats(units: 0)
  /// The earliest beat at which it can be heard.
  private(set) var earliest = Beats(units: 0)

  @_noLocks init(stream: Int, section: Int, round: Int64) {
    self.stream = stream
    self.section = section
    self.round = round
  }

  /// Computes the position of its hit, whose index may be past the cycle's last; false if the section
  /// ends before.
  @_noLocks mutating func moveToHit(
    of image: CompiledStream, section: SectionImage, start: Beats, groove: CompiledGroove
  ) -> Bool {
    if index >= image.count {
      index = 0
      cycle &+= 1
    }
    let lane = unsafe cycle &* image.cycle &+ image.strokes[index].place
    let written = Beats(units: image.ratio.patternUnits(ofLane: lane))
    guard written < section.length else { return false }
    // A groove may move it past the section's end, but the next section begins there.
    place = start + min(groove.warped(written), section.length - Beats(units: 1))
    earliest = place - image.early
    return true
  }
}

/// The next hit of each stream, in a heap ordered by the earliest beat at which it can be heard.
/// Real-time: yes.
@safe struct StreamHeap: ~Copyable {
  /// The maximum number of streams read at once: those of several sections if their hits overlap.
  static var capacity: Int { @_noLocks get { 1_024 } }

  private let heap: UnsafeMutablePointer<StreamCursor>
  private(set) var count = 0

  init() {
    unsafe heap = .allocate(capacity: Self.capacity)
    unsafe heap.initialize(
      repeating: StreamCursor(stream: 0, section: 0, round: 0), count: Self.capacity)
  }

  deinit { unsafe heap.deallocate() }

  /// The one that can be heard first; `count` must not be 0.
  var first: StreamCursor { @_noLocks get { unsafe heap[0] } }

  @_noLocks mutating func removeAll() { count = 0 }

  /// Adds a stream; nothing happens where there are `capacity` of them.
  @_noLocks mutating func push(_ cursor: StreamCursor) {
    guard count < Self.capacity else { return }
    var child = count
    count &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe cursor.earliest < heap[parent].earliest else { break }
      unsafe heap[child] = heap[parent]
      child = parent
    }
    unsafe heap[child] = cursor
  }

  /// Removes the first stream, which must be there.
  @_noLocks mutating func removeFirst() {
    count &-= 1
    guard count > 0 else { return }
    unsafe replaceFirst(with: heap[count])
  }

  /// Puts `cursor` in the place of the first stream, which must be there.
  @_noLocks mutating func replaceFirst(with cursor: StreamCursor) {
    var parent = 0
    while true {
      var child = 2 &* parent &+ 1
      guard child < count else { break }
      if child &+ 1 < count, unsafe heap[child &+ 1].earliest < heap[child].earliest {
        child &+= 1
      }
      guard unsafe heap[child].earliest < cursor.earliest else { break }
      unsafe heap[parent] = heap[child]
      parent = child
    }
    unsafe heap[parent] = cursor
  }
}
