/// Smooths the times of a periodic event, such as a sound card's interrupts, into a line that
/// neither shakes nor drifts. Real-time: yes.
///
/// The loop of second order in F. Adriaensen, "Using a DLL to filter time" (2005): it follows the
/// event's moment and its true period together.
public struct DelayLockedLoop: BitwiseCopyable, Sendable {
  /// What the period ought to be, and where the loop begins.
  public let nominalPeriod: HostTime.Interval

  private let proportional: Double
  private let integral: Double
  private var origin = HostTime(nanoseconds: 0)
  private var hasBegun = false
  /// Nanoseconds from `origin`.
  private var predicted = 0.0
  private var period: Double

  /// A loop for events `period` apart that forgets its errors at `bandwidth` hertz.
  ///
  /// A narrower band is steadier and takes longer to find the period; 1 Hz suits a sound card.
  @_noLocks public init(period: HostTime.Interval, bandwidth: Double = 1) {
    nominalPeriod = period
    self.period = Double(period.nanoseconds)
    let omega = 2 * Double.pi * bandwidth * Double(period.nanoseconds) / 1e9
    proportional = 1.414_213_562_373_095_1 * omega
    integral = omega * omega
  }

  /// The period as the loop has found it.
  public var measuredPeriod: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: whole(period)) }
  }

  /// Takes the raw time of the next event and answers the smoothed one.
  ///
  /// An event more than eight periods from where it was due begins the loop anew.
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

  /// Forgets what came before, as after an xrun: the next event is taken as it comes.
  @_noLocks public mutating func reset() { hasBegun = false }

  @_noLocks private mutating func restart(at raw: HostTime) {
    origin = raw
    hasBegun = true
    period = Double(nominalPeriod.nanoseconds)
    predicted = period
  }
}

/// The nearest whole number; `rounded()` is not known to take no locks.
@_noLocks private func whole(_ value: Double) -> Int64 {
  Int64(value < 0 ? value - 0.5 : value + 0.5)
}
