public import MusicalTime

/// Which sound device to open, and how.
public struct PCMConfiguration: Sendable, Hashable {
  /// ALSA's name of the device.
  public var device: String
  /// The requested rate; a device may use another.
  public var rate: SampleRate
  /// Frames per period: 128 to 256 suit live playing.
  public var period: Int
  /// Periods in the device's buffer: 2 or 3.
  public var periods: Int

  /// The default device in 128-frame periods, unless given.
  public init(
    device: String = "default", rate: SampleRate = .standard, period: Int = 128, periods: Int = 3
  ) {
    self.device = device
    self.rate = rate
    self.period = period
    self.periods = periods
  }
}

/// What a sound device reports to its owner, on the device's thread.
public enum PCMEvent: Sendable, Hashable {
  /// The device is gone; reopening is tried until it returns.
  case down(reason: String)
  /// The device stopped accepting sound; reopening is tried as well.
  case stalled(reason: String)
  /// The device plays again, with periods of this many frames.
  case up(period: Int)
  /// The device is back with another sample rate than the session's, and no conversion is possible:
  /// retried, but reported once.
  case unfit(rate: Int)
}

/// Counters since the start.
public struct PCMStatistics: Sendable, Hashable {
  /// Periods filled.
  public var cycles = 0
  /// Underruns of the device.
  public var xruns = 0
  /// The period as measured by the delay-locked loop, in nanoseconds; 0 before that.
  public var measuredPeriodNanoseconds = 0
}
