import MIDI
import MusicalTime
import Ports

/// Messages of the block-synchronous ports that wait for their frame, earliest first; what must stay
/// in order stays so whatever its delay. Real-time: yes.
@safe struct DelayLine: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var due: Frame
    var port: OutputPort
    var message: ShortMessage
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int
  private var first = 0
  private(set) var count = 0

  init(capacity: Int) {
    var size = 2
    while size < capacity { size *= 2 }
    mask = size - 1
    unsafe slots = .allocate(capacity: size)
    unsafe slots.initialize(
      repeating: Slot(due: Frame(index: 0), port: .notes, message: .stop), count: size)
  }

  deinit { unsafe slots.deallocate() }

  /// Sends `message` by `port` on `due`, or after what it must not overtake; false when full.
  @_noLocks mutating func insert(_ message: ShortMessage, by port: OutputPort, due: Frame) -> Bool {
    guard count <= mask else { return false }
    var due = due
    var place = count
    while place > 0 {
      let slot = unsafe slots[(first &+ place &- 1) & mask]
      if Self.staysBehind(slot.message, slot.port, message, port) {
        if due < slot.due { due = slot.due }
        break
      }
      place &-= 1
    }
    place = count
    while place > 0 {
      let slot = unsafe slots[(first &+ place &- 1) & mask]
      if slot.due <= due { break }
      unsafe slots[(first &+ place) & mask] = slot
      place &-= 1
    }
    unsafe slots[(first &+ place) & mask] = Slot(due: due, port: port, message: message)
    count &+= 1
    return true
  }

  /// Removes the earliest message, where it is due before `end`.
  @_noLocks mutating func removeFirst(
    before end: Frame
  ) -> (due: Frame, port: OutputPort, message: ShortMessage)? {
    guard count > 0 else { return nil }
    let slot = unsafe slots[first & mask]
    guard slot.due < end else { return nil }
    first = (first &+ 1) & mask
    count &-= 1
    return (slot.due, slot.port, slot.message)
  }

  /// Sends all that waits on `frame` at the latest, in its order.
  @_noLocks mutating func hasten(to frame: Frame) {
    var place = 0
    while place < count {
      let index = (first &+ place) & mask
      if unsafe frame < slots[index].due { unsafe slots[index].due = frame }
      place &+= 1
    }
  }

  /// Whether the later message may not be sent before the earlier one: those of the clock, those of one
  /// note, and all that are not notes.
  @_noLocks private static func staysBehind(
    _ earlier: ShortMessage, _ earlierPort: OutputPort, _ later: ShortMessage,
    _ laterPort: OutputPort
  ) -> Bool {
    switch (earlierPort, laterPort) {
    case (.clock, .clock): return true
    case (.notes, .notes):
      guard isNote(earlier), isNote(later) else { return true }
      return earlier.data1 == later.data1 && earlier.channel == later.channel
    default: return false
    }
  }

  @_noLocks private static func isNote(_ message: ShortMessage) -> Bool {
    message.kind == 0x90 || message.kind == 0x80
  }
}

/// How much later than their sound the messages of one port are sent, so that both arrive together.
///
/// It follows a latency that changes by 1 % of the time that passes, which a clock's followers hardly
/// notice. Real-time: yes.
struct PortDelay: BitwiseCopyable {
  private var hundredths: Int64 = 0

  @_noLocks init() {}

  /// Whole frames.
  var frames: Int64 { @_noLocks get { (hundredths &+ 50) / 100 } }

  /// Comes nearer to `target` frames while `frames` go by, or takes it at once.
  @_noLocks mutating func approach(_ target: Int32, during frames: Int, atOnce: Bool) {
    let target = Int64(max(target, 0)) &* 100
    let step = Int64(frames)
    if atOnce || (target &- hundredths).magnitude <= step.magnitude {
      hundredths = target
    } else {
      hundredths = hundredths &+ (hundredths < target ? step : 0 &- step)
    }
  }
}
