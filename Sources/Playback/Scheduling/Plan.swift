import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// Something decided ahead that becomes due at a frame.
struct PlannedEvent: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable { case hit, click, message }

  /// When it is due on block-synchronous outputs.
  var frame: Frame
  /// The frame whose sound it belongs to; clock may be due earlier or later than that.
  var belongs: Frame
  var kind: Kind
  /// What a hit strikes.
  var voice = Voice(Drum(clampingIndex: 0))
  /// Velocity of a hit.
  var velocity: UInt8 = 0
  /// The clock message of a `.message`.
  var message = ShortMessage(status: 0)
  /// Whether a hit is the drummer's.
  var isInvented = false
  /// Whether a hit or a click leaves by `out`.
  var leavesAsNote = true
  /// Whether outputs that schedule ahead were told so.
  var hasLeft = false
  /// When what is heard with it is told to leave by outputs that schedule ahead.
  var leaves = HostTime(nanoseconds: 0)
  /// The beat of a hit.
  var beat = Beats(units: 0)
  /// Frames that a hit's note is held; 0 is the usual short while.
  var length: Int32 = 0
  /// Seconds in which a hit swells, and in which it falls by 60 dB; 0 is as recorded.
  var attack: Float = 0
  var decay: Float = 0

  @_noLocks init(frame: Frame, leaves: HostTime, cue: Cue) {
    self.frame = frame
    belongs = frame
    self.leaves = leaves
    kind = .hit
    voice = cue.voice
    velocity = cue.velocity.value
    beat = cue.beat
    attack = cue.attack
    decay = cue.decay
  }

  @_noLocks init(frame: Frame, belongs: Frame, leaves: HostTime, message: ShortMessage) {
    self.frame = frame
    self.belongs = belongs
    self.leaves = leaves
    kind = .message
    self.message = message
  }

  /// Whether outputs that schedule ahead are still to be told of it.
  var isToLeave: Bool {
    @_noLocks get {
      if case .message = kind { return false }
      return leavesAsNote && !hasLeft
    }
  }

  /// When outputs that schedule ahead were really told, the clock leaving so much later.
  @_noLocks func leaves(clockOffset: HostTime.Interval) -> HostTime {
    if case .message = kind { leaves.advanced(by: clockOffset) } else { leaves }
  }

  /// The message that its note begins with, on `channel` unless the voice has one of its own.
  @_noLocks func noteOn(channel: UInt8) -> ShortMessage {
    ShortMessage.noteOn(channel: voice.channel ?? channel, note: voice.note, velocity: velocity)
  }

  @_noLocks init() {
    frame = Frame(index: 0)
    belongs = Frame(index: 0)
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

  /// Forgets what belongs at or after `limit`; answers the earliest moment at which any of it was
  /// told to leave.
  @_noLocks mutating func remove(
    from limit: Frame, clockOffset: HostTime.Interval
  ) -> HostTime? {
    var kept = 0
    var earliest: HostTime?
    var place = 0
    while place < count {
      let event = unsafe slots[(first &+ place) & mask]
      place &+= 1
      if event.belongs < limit {
        unsafe slots[(first &+ kept) & mask] = event
        kept &+= 1
      } else {
        let leaves = event.leaves(clockOffset: clockOffset)
        if let found = earliest, found < leaves { continue }
        earliest = leaves
      }
    }
    count = kept
    return earliest
  }

  /// The event so many places behind the earliest, or nil behind the last.
  @_noLocks func event(_ place: Int) -> PlannedEvent? {
    place < count ? unsafe slots[(first &+ place) & mask] : nil
  }

  /// Takes note that outputs which schedule ahead were told of an event.
  @_noLocks mutating func setLeft(_ place: Int) {
    guard place < count else { return }
    unsafe slots[(first &+ place) & mask].hasLeft = true
  }

  /// Lets no hit be held for longer than the usual short while of `gate` frames.
  @_noLocks mutating func shortenNotes(to gate: Int64) {
    var place = 0
    while place < count {
      if unsafe Int64(slots[(first &+ place) & mask].length) > gate {
        unsafe slots[(first &+ place) & mask].length = 0
      }
      place &+= 1
    }
  }

  /// Whether anything belongs at or after `limit`.
  @_noLocks func reaches(_ limit: Frame) -> Bool {
    var place = 0
    while place < count {
      if unsafe slots[(first &+ place) & mask].belongs >= limit { return true }
      place &+= 1
    }
    return false
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
