import Clock
internal import MIDI
public import MusicalTime
public import Ports

/// Measures a MIDI clock: tempo, jitter, lost ticks, song position.
///
/// Of several sources it follows one, until that falls silent. Messages must come in order of time,
/// and `look` must not be called with a time later than messages still to come.
public struct ClockMonitor: Sendable {
  private var follower = ClockFollower()
  private var source: MessageSource?
  private var recent: [Tick] = []
  private var whole = ErrorSpread()
  private var lastTick: HostTime?
  /// Whether a Start, Continue, Stop or Song Position Pointer has shown the transport's state.
  private var knowsTransport = false
  /// Whether two ticks of the source came one after the other.
  private var knowsTempo = false
  private var fit = TempoFit()
  /// Messages ignored because another source was being followed.
  public private(set) var ignored = 0

  /// How far a tick came from when it was due.
  private struct Tick {
    var time: HostTime
    var error: HostTime.Interval
  }

  /// The period over which a reading measures jitter.
  public static let window = HostTime.Interval(nanoseconds: 1_000_000_000)

  /// A monitor that has heard nothing.
  public init() {}

  /// Takes a message as it arrives.
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
      knowsTempo = true
      // Lost ticks count, but not again when they arrive late after all.
      let ticks = after.ticks - before.ticks + after.ticksLost - before.ticksLost
      fit.add(ticks, after: lastTick.distance(to: message.time))
    } else {
      fit.add(0, after: HostTime.Interval(nanoseconds: 0))
    }
    lastTick = message.time
    // A newly fitted line has no error yet: the jump is not jitter.
    guard case .locked = after.presence, after.relocks == before.relocks else { return }
    recent.append(Tick(time: message.time, error: after.phaseError))
    recent.removeAll { $0.time.distance(to: message.time) > ClockMonitor.window }
    whole.add(after.phaseError)
  }

  /// Detects a clock that has fallen silent by `time`.
  public mutating func look(at time: HostTime) { _ = follower.look(at: time) }

  /// The clock's state at `time`.
  public func reading(at time: HostTime) -> ClockReading {
    var spread = ErrorSpread()
    for tick in recent where tick.time.distance(to: time) <= ClockMonitor.window {
      spread.add(tick.error)
    }
    return ClockReading(
      follower.health, spread, knowsTempo: knowsTempo,
      motion: knowsTransport ? follower.motion : nil, position: follower.position)
  }

  /// Figures for the whole time of listening.
  public var summary: ClockSummary {
    ClockSummary(follower.health, whole, fit)
  }

  private mutating func isListenedTo(_ other: MessageSource) -> Bool {
    if other != source, !isPresent(follower.health) {
      source = other
      knowsTransport = false
      knowsTempo = false
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
