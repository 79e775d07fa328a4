import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// Something decided ahead that becomes due at a frame.
struct PlannedEvent: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable { case hit, message }

  var frame: Frame
  var kind: Kind
  /// Drum index of a hit.
  var drum: UInt8 = 0
  /// Velocity of a hit.
  var velocity: UInt8 = 0
  /// The clock message of a `.message`.
  var message = ShortMessage(status: 0)
  /// When it was told to leave by outputs that schedule ahead.
  var leaves = HostTime(nanoseconds: 0)
  /// The beat of a hit.
  var beat = Beats(units: 0)

  @_noLocks init(frame: Frame, leaves: HostTime, hit: Hit) {
    self.frame = frame
    self.leaves = leaves
    kind = .hit
    drum = hit.drum.index
    velocity = hit.velocity.value
    beat = hit.beat
  }

  @_noLocks init(frame: Frame, leaves: HostTime, message: ShortMessage) {
    self.frame = frame
    self.leaves = leaves
    kind = .message
    self.message = message
  }

  @_noLocks init() {
    frame = Frame(index: 0)
    kind = .message
  }
}

/// What is decided and not yet due, earliest first; equals keep the order they came in.
/// Real-time: yes.
@safe struct Plan: ~Copyable {
  private let slots: UnsafeMutablePointer<PlannedEvent>
  private let mask: Int
  private var first = 0
  private(set) var count = 0

  init(capacity: Int) {
    var size = 2
    while size < capacity { size *= 2 }
    mask = size - 1
    unsafe slots = .allocate(capacity: size)
    unsafe slots.initialize(repeating: PlannedEvent(), count: size)
  }

  deinit { unsafe slots.deallocate() }

  /// Adds `event` behind all that are due no later; false when full.
  @_noLocks mutating func insert(_ event: PlannedEvent) -> Bool {
    guard count <= mask else { return false }
    var place = count
    while unsafe place > 0 && event.frame < slots[(first &+ place &- 1) & mask].frame {
      unsafe slots[(first &+ place) & mask] = slots[(first &+ place &- 1) & mask]
      place &-= 1
    }
    unsafe slots[(first &+ place) & mask] = event
    count &+= 1
    return true
  }

  /// The earliest event, left in place.
  @_noLocks func peek() -> PlannedEvent? {
    count == 0 ? nil : unsafe slots[first & mask]
  }

  @_noLocks mutating func removeFirst() {
    guard count > 0 else { return }
    first = (first &+ 1) & mask
    count &-= 1
  }

  /// Forgets what is due at or after `limit`; answers the earliest moment at which any of it was
  /// told to leave.
  @_noLocks mutating func remove(from limit: Frame) -> HostTime? {
    var kept = 0
    while unsafe kept < count && slots[(first &+ kept) & mask].frame < limit { kept &+= 1 }
    var earliest: HostTime?
    var place = kept
    while place < count {
      let leaves = unsafe slots[(first &+ place) & mask].leaves
      if let found = earliest {
        earliest = leaves < found ? leaves : found
      } else {
        earliest = leaves
      }
      place &+= 1
    }
    count = kept
    return earliest
  }

  /// The latest moment at which any of it was told to leave, or nil where there is nothing.
  @_noLocks func latestLeaving() -> HostTime? {
    var latest: HostTime?
    var place = 0
    while place < count {
      let leaves = unsafe slots[(first &+ place) & mask].leaves
      if let found = latest {
        latest = found < leaves ? leaves : found
      } else {
        latest = leaves
      }
      place &+= 1
    }
    return latest
  }

  /// Whether followers roll after all this, if they do or don't before it.
  @_noLocks func letsFollowersRoll(before: Bool) -> Bool {
    var rolls = before
    var place = 0
    while place < count {
      switch unsafe slots[(first &+ place) & mask].message.status {
      case 0xFA, 0xFB: rolls = true
      case 0xFC: rolls = false
      default: break
      }
      place &+= 1
    }
    return rolls
  }
}
