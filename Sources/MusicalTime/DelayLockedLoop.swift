/// Smooths the times of a periodic event, such as a sound card's interrupts, so that jitter and
/// drift are filtered out. Real-time: yes.
///
/// A second-order delay-locked loop, after F. Adriaensen, "Using a DLL to filter time" (2005): it
/// estimates the event's time and its period together.
public struct DelayLockedLoop: BitwiseCopyable, Sendable {
  /// The period the loop starts with.
  public let nominalPeriod: HostTime.Interval

  private let proportional: Double
  private let integral: Double
  private var origin = HostTime(nanoseconds: 0)
  private var hasBegun = false
  /// Nanoseconds from `origin`.
  private var predicted = 0.0
  private var period: Double

  /// A loop for events `period` apart, with a loop bandwidth in hertz.
  ///
  /// A lower bandwidth gives less jitter and takes longer to find the period; 1 Hz suits a sound
  /// card.
  @_noLocks public init(period: HostTime.Interval, bandwidth: Double = 1) {
    nominalPeriod = period
    self.period = Double(period.nanoseconds)
    let omega = 2 * Double.pi * bandwidth * Double(period.nanoseconds) / 1e9
    proportional = 1.414_213_562_373_095_1 * omega
    integral = omega * omega
  }

  /// The loop's current estimate of the period.
  public var measuredPeriod: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: whole(period)) }
  }

  /// Returns the smoothed time of the next event, whose measured time is `raw`.
  ///
  /// An event more than eight periods away from its predicted time restarts the loop.
  @_noLocks public mutating func advance(to raw: HostTime) -> HostTime {
    let elapsed = Double(origin.distance(to: raw).nanoseconds)
    let error = elapsed - predicted
    guard hasBegun, error.magnitude < 8 * Double(nominalPeriod.nanoseconds) else {
      restart(at: raw)
      return raw
    }
    let smoothed = predicted
    predicted += proportional * error + period
    period += integral * error
    return origin.advanced(by: HostTime.Interval(nanoseconds: whole(smoothed)))
  }

  /// Restarts the loop, for instance after an xrun: the next event's time is used as it is.
  @_noLocks public mutating func reset() { hasBegun = false }

  @_noLocks private mutating func restart(at raw: HostTime) {
    origin = raw
    hasBegun = true
    period = Double(nominalPeriod.nanoseconds)
    predicted = period
  }
}

/// Rounds to the nearest whole number. `rounded()` cannot be called here: it is not marked
/// `@_noLocks`.
@_noLocks private func whole(_ value: Double) -> Int64 {
  Int64(value < 0 ? value - 0.5 : value + 0.5)
}
