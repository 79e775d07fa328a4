public import MIDI
public import MusicalTime
public import Ports

/// An output that schedules ahead, as an ALSA queue does, with its clock turned by hand.
///
/// Takes what the engine asks for and lets it leave at its time; `.withdraw` takes back all that has
/// not left.
public struct OutputQueue: Sendable {
  /// A message that left, and when.
  public struct Departure: Sendable {
    /// When it was due, or asked for where that was later.
    public let time: HostTime
    public let port: OutputPort
    public let message: ShortMessage
  }

  /// All that left so far, in order.
  public private(set) var departures: [Departure] = []
  /// Scheduled messages that came too late to leave at their time.
  public private(set) var lateCount = 0

  private struct Pending {
    var time: HostTime
    var event: OutgoingEvent
  }
  private var pending: [Pending] = []
  private var now = HostTime(nanoseconds: .min)

  public init() {}

  /// Takes what the engine asks for at this moment.
  public mutating func take(_ event: OutgoingEvent) {
    if case .withdraw = event.action {
      pending.removeAll { $0.time >= event.time }
      return
    }
    let isAtOnce = event.time.nanoseconds == 0
    if !isAtOnce, event.time < now { lateCount += 1 }
    insert(Pending(time: max(event.time, now), event: event))
  }

  /// Turns the clock to `time`; what was due by then leaves.
  public mutating func advance(to time: HostTime) {
    now = max(now, time)
    while let first = pending.first, first.time <= now {
      pending.removeFirst()
      departures.append(
        Departure(time: first.time, port: first.event.port, message: first.event.message))
    }
  }

  /// What left since it was last asked for; `departures` forgets it.
  public mutating func takeDepartures() -> [Departure] {
    defer { departures.removeAll(keepingCapacity: true) }
    return departures
  }

  private mutating func insert(_ new: Pending) {
    let place = pending.lastIndex { $0.time <= new.time }.map { $0 + 1 } ?? 0
    pending.insert(new, at: place)
  }
}
