internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Ports

/// The queue's clock, the times of what is received, and when there was traffic last.
struct PumpClock {
  /// The queue for timestamps and scheduling.
  private(set) var queue: MeasuredQueue
  private var lastInput = HostTime(nanoseconds: 0)
  private var lastTraffic = HostTime(nanoseconds: 0)

  init(_ queue: MeasuredQueue) { self.queue = queue }

  /// The time of the event, never before that of the previous one.
  ///
  /// The kernel's clock can step back by microseconds if a tick of its timer was late.
  mutating func time(of event: snd_seq_event_t) -> HostTime {
    guard let stamp = unsafe event.stamp(of: queue.number) else { return HostTime.now() }
    let time = queue.clock.hostTime(at: stamp)
    let stepBack = time.distance(to: lastInput).nanoseconds
    if stepBack <= 0 || stepBack > QueueClock.jump.nanoseconds { lastInput = time }
    return lastInput
  }

  /// There was a message, or one is expected.
  mutating func noteTraffic(at time: HostTime = .now()) { lastTraffic = time }

  /// How long there was no message at `now`.
  func rest(at now: HostTime) -> HostTime.Interval { lastTraffic.distance(to: now) }

  /// Reads the queue's clock if that is due at `now`; returns how far the readings have moved it, or
  /// nil if they are not complete.
  mutating func measure(
    at now: HostTime, through handle: borrowing SequencerHandle
  ) -> HostTime.Interval? { queue.measure(at: now, through: handle) }
}
