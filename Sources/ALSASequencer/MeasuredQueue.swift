internal import ALSAGate
internal import MusicalTime
internal import Ports

/// The client's queue in the kernel, and its clock as measured against the host's.
struct MeasuredQueue {
  /// The kernel's number of the queue.
  let number: Int32
  /// Converts between the queue's time and the host's.
  private(set) var clock: QueueClock
  private var survey = QueueClock.Survey()
  private var lastRead = HostTime.now()
  private var lastMeasured = HostTime.now()

  /// The interval between two readings of the queue's clock.
  private static let readingInterval: Int64 = 10_000_000
  private static let measuringInterval: Int64 = 500_000_000

  /// A queue with a clock that was surveyed just now.
  init(number: Int32, clock: QueueClock) {
    self.number = number
    self.clock = clock
  }

  /// Reads the queue's clock if that is due at `now`; returns how far the readings have moved it, or
  /// nil if they are not complete.
  mutating func measure(
    at now: HostTime, through handle: borrowing SequencerHandle
  ) -> HostTime.Interval? {
    guard lastRead.distance(to: now).nanoseconds >= Self.readingInterval,
      let bracket = try? handle.bracket(queue: number)
    else { return nil }
    lastRead = now
    survey.add(bracket)
    guard lastMeasured.distance(to: now).nanoseconds >= Self.measuringInterval,
      let best = survey.best
    else { return nil }
    lastMeasured = now
    survey = QueueClock.Survey()
    return clock.follow(best)
  }

  /// The queue's own time, which tells for certain what it has delivered.
  func reading(through handle: borrowing SequencerHandle) -> QueueClock.QueueTime {
    (try? handle.bracket(queue: number))?.queue ?? clock.queueTime(at: .now())
  }
}
