public import MIDI
public import MusicalTime
public import Ports

/// A fake of an output that schedules ahead, as an ALSA queue does, with a clock set by the test.
///
/// Receives the engine's events and sends each at its time; `.withdraw` removes those not sent yet.
public struct FakeOutputQueue: Sendable {
  /// A message that was sent, and when.
  public struct Departure: Sendable {
    /// When it was due, or requested if that was later.
    public let time: HostTime
    /// The port it was sent on.
    public let port: OutputPort
    /// The message.
    public let message: ShortMessage
  }

  /// All messages sent so far, in order.
  public private(set) var departures: [Departure] = []
  /// Scheduled messages that arrived after their time.
  public private(set) var lateCount = 0

  private struct Pending {
    var time: HostTime
    var event: OutgoingEvent
  }
  private var pending: [Pending] = []
  private var now = HostTime(nanoseconds: .min)

  /// An empty queue at time 0.
  public init() {}

  /// Receives an event at the current time.
  public mutating func take(_ event: OutgoingEvent) {
    if case .withdraw = event.action {
      pending.removeAll { $0.time >= event.time }
      return
    }
    let isAtOnce = event.time.nanoseconds == 0
    if !isAtOnce, event.time < now { lateCount += 1 }
    insert(Pending(time: max(event.time, now), event: event))
  }

  /// Sets the clock to `time`; messages due by then are sent.
  public mutating func advance(to time: HostTime) {
    now = max(now, time)
    while let first = pending.first, first.time <= now {
      pending.removeFirst()
      departures.append(
        Departure(time: first.time, port: first.event.port, message: first.event.message))
    }
  }

  /// The messages sent since the last call, which are removed from `departures`.
  public mutating func takeDepartures() -> [Departure] {
    defer { departures.removeAll(keepingCapacity: true) }
    return departures
  }

  private mutating func insert(_ new: Pending) {
    let place = pending.lastIndex { $0.time <= new.time }.map { $0 + 1 } ?? 0
    pending.insert(new, at: place)
  }
}
