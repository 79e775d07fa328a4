/// When a display is due: once each interval. Where that was missed, as while the process was stopped or the machine
/// slept, it is not made up for.
public struct DisplayPace: Sendable {
  private let interval: Duration
  private var next: ContinuousClock.Instant

  /// Due for the first time an `interval` after `start`.
  public init(every interval: Duration, from start: ContinuousClock.Instant) {
    self.interval = interval
    next = start + interval
  }

  /// Whether the display is due at `now`; if so, it is not due again before the next interval.
  public mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard now >= next else { return false }
    next += interval
    if next <= now { next = now + interval }
    return true
  }
}
