import MIDI
import MusicalTime

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
    let none = PlannedEvent(
      .message(.stop), frame: Frame(index: 0), sendTime: HostTime(nanoseconds: 0),
      sendsNote: false)
    unsafe slots.initialize(repeating: none, count: size)
  }

  deinit { unsafe slots.deallocate() }

  /// Adds `event` after all that are due no later; false when full.
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

  /// Forgets what belongs at or after `limit`; returns the earliest send time of any of it.
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
        let sendTime = event.sendTime(clockOffset: clockOffset)
        if let found = earliest, found < sendTime { continue }
        earliest = sendTime
      }
    }
    count = kept
    return earliest
  }

  /// The event `place` places after the earliest, or nil after the last.
  @_noLocks func event(_ place: Int) -> PlannedEvent? {
    place < count ? unsafe slots[(first &+ place) & mask] : nil
  }

  /// Takes note that outputs which schedule ahead were given an event.
  @_noLocks mutating func markScheduled(_ place: Int) {
    guard place < count else { return }
    unsafe slots[(first &+ place) & mask].needsScheduling = false
    unsafe slots[(first &+ place) & mask].isScheduled = true
  }

  /// Lets no hit be held for longer than the usual short while of `gate` frames, whatever the line does.
  @_noLocks mutating func shortenNotes(to gate: Int64) {
    var place = 0
    while place < count {
      let index = (first &+ place) & mask
      place &+= 1
      guard case .stroke(var note) = unsafe slots[index].content else { continue }
      if Int64(note.length) > gate { note.length = 0 }
      note.endBeat = nil
      unsafe slots[index].content = .stroke(note)
    }
  }

  /// Moves the ends of held hits with the line, which is bent at `frame` to `line`.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    var place = 0
    while place < count {
      let index = (first &+ place) & mask
      place &+= 1
      guard case .stroke(var note) = unsafe slots[index].content else { continue }
      let begins = unsafe slots[index].frame
      note.moveEnd(to: line, from: frame, begins: begins)
      unsafe slots[index].content = .stroke(note)
    }
  }

  /// Lets every hit be held for as many frames as now, whatever the line does.
  @_noLocks mutating func fixEnds() {
    var place = 0
    while place < count {
      let index = (first &+ place) & mask
      place &+= 1
      guard case .stroke(var note) = unsafe slots[index].content else { continue }
      note.endBeat = nil
      unsafe slots[index].content = .stroke(note)
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

  /// The latest send time of any of it; nil where there is nothing.
  @_noLocks func latestSendTime() -> HostTime? {
    var latest: HostTime?
    var place = 0
    while place < count {
      let sendTime = unsafe slots[(first &+ place) & mask].sendTime
      if let found = latest {
        latest = found < sendTime ? sendTime : found
      } else {
        latest = sendTime
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
      if case .message(let message) = unsafe slots[(first &+ place) & mask].content {
        switch message.status {
        case 0xFA, 0xFB: rolls = true
        case 0xFC: rolls = false
        default: break
        }
      }
      place &+= 1
    }
    return rolls
  }
}
