import MusicalTime
import Rhythm

/// Live strokes that are heard a while after they were struck, the earliest first. Real-time: yes.
@safe struct DelayedStrokes: ~Copyable {
  static var capacity: Int { @_noLocks get { 64 } }

  /// A stroke, when it was struck, and when it is heard.
  struct Entry: BitwiseCopyable {
    var stroke: DrumStroke
    var struck: HostTime
    var due: HostTime

    @_noLocks init(stroke: DrumStroke, struck: HostTime, due: HostTime) {
      (self.stroke, self.struck, self.due) = (stroke, struck, due)
    }
  }

  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0

  init() {
    let nothing = HostTime(nanoseconds: 0)
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(
      repeating: Entry(
        stroke: DrumStroke(.kick, Velocity(clamping: 1)), struck: nothing, due: nothing),
      count: Self.capacity)
  }

  deinit { unsafe entries.deallocate() }

  /// Keeps a stroke; false when full.
  @_noLocks mutating func insert(_ entry: Entry) -> Bool {
    guard count < Self.capacity else { return false }
    var place = count
    // The latest comes first in memory, so that the earliest is taken from the end.
    while unsafe place > 0 && entries[place &- 1].due <= entry.due {
      unsafe entries[place] = entries[place &- 1]
      place &-= 1
    }
    unsafe entries[place] = entry
    count &+= 1
    return true
  }

  /// Frames from the block's beginning to the earliest that is heard in it; nil where there is none.
  @_noLocks func nextOffset(in block: borrowing Block) -> Int32? {
    guard count > 0 else { return nil }
    let since = unsafe block.time.heard.distance(to: entries[count &- 1].due)
    let frames = block.sampleRate.frames(in: since)
    guard frames < Int64(block.time.frames) else { return nil }
    return Int32(truncatingIfNeeded: max(frames, 0))
  }

  /// Takes the earliest; nil where there is none.
  @_noLocks mutating func removeFirst() -> Entry? {
    guard count > 0 else { return nil }
    count &-= 1
    return unsafe entries[count]
  }

  @_noLocks mutating func removeAll() { count = 0 }
}
