import Clock
internal import MIDI
public import MusicalTime
public import Ports

/// Listens to a MIDI clock and judges it: tempo, jitter, lost ticks, where its song is.
///
/// Of several sources it listens to one, until that falls silent. Fed in the order of time, and
/// never later by `look` than by what is still to come.
public struct ClockMonitor: Sendable {
  private var follower = ClockFollower()
  private var source: MessageSource?
  private var recent: [Tick] = []
  private var whole = Spread()
  private var lastTick: HostTime?
  /// Start, Continue, Stop or a song position told what the transport does.
  private var knowsTransport = false
  private var fit = TempoFit()
  /// Messages of sources that came while another one led.
  public private(set) var ignored = 0

  /// How far a tick came from where it was due.
  private struct Tick {
    var time: HostTime
    var error: HostTime.Interval
  }

  /// How far back jitter is looked for in a reading.
  public static let window = HostTime.Interval(nanoseconds: 1_000_000_000)

  public init() {}

  /// Takes a message as it came.
  public mutating func take(_ message: TimedMessage) {
    look(at: message.time)
    guard isListenedTo(message.source) else {
      ignored += 1
      return
    }
    if [0xF2, 0xFA, 0xFB, 0xFC].contains(message.message.status) { knowsTransport = true }
    let before = follower.health
    _ = follower.take(message.message, at: message.time)
    let after = follower.health
    guard after.ticks > before.ticks else { return }
    if let lastTick, isPresent(before) {
      // Lost ones count, but not again when they come late after all.
      let ticks = after.ticks - before.ticks + after.ticksLost - before.ticksLost
      fit.add(ticks, after: lastTick.distance(to: message.time))
    } else {
      fit.add(0, after: HostTime.Interval(nanoseconds: 0))
    }
    lastTick = message.time
    // A line laid anew has no error to speak of: the jump is not jitter.
    guard case .locked = after.presence, after.relocks == before.relocks else { return }
    recent.append(Tick(time: message.time, error: after.phaseError))
    recent.removeAll { $0.time.distance(to: message.time) > ClockMonitor.window }
    whole.add(after.phaseError)
  }

  /// Finds out by `time` whether the clock has fallen silent.
  public mutating func look(at time: HostTime) { _ = follower.look(at: time) }

  /// How the clock does at `time`.
  public func reading(at time: HostTime) -> ClockReading {
    var spread = Spread()
    for tick in recent where tick.time.distance(to: time) <= ClockMonitor.window {
      spread.add(tick.error)
    }
    return ClockReading(
      follower.health, spread, motion: knowsTransport ? follower.motion : nil,
      position: follower.position)
  }

  /// How the clock did as long as it was listened to.
  public var summary: ClockSummary {
    ClockSummary(follower.health, whole, fit)
  }

  private mutating func isListenedTo(_ other: MessageSource) -> Bool {
    if other != source, !isPresent(follower.health) {
      source = other
      knowsTransport = false
    }
    return other == source
  }

  private func isPresent(_ health: ClockHealth) -> Bool {
    switch health.presence {
    case .seeking, .locked: true
    case .absent, .lost: false
    }
  }
}

extension HostTime.Interval {
  fileprivate static func > (a: Self, b: Self) -> Bool { a.nanoseconds > b.nanoseconds }
  fileprivate static func <= (a: Self, b: Self) -> Bool { a.nanoseconds <= b.nanoseconds }
}
