public import MusicalTime

/// Which sound device to open, and how.
public struct PCMConfiguration: Sendable, Hashable {
  /// ALSA's name of the device.
  public var device: String
  /// The rate to ask for; a device may give another.
  public var rate: SampleRate
  /// Frames a period: 128 to 256 suit playing by hand.
  public var period: Int
  /// Periods that the device holds: 2 or 3.
  public var periods: Int

  public init(
    device: String = "default", rate: SampleRate = .standard, period: Int = 128, periods: Int = 3
  ) {
    self.device = device
    self.rate = rate
    self.period = period
    self.periods = periods
  }
}

/// What a sound device's output tells the one who made it, from its own thread.
public enum PCMEvent: Sendable, Hashable {
  /// The device is gone; it is tried again until it returns.
  case down(reason: String)
  /// The device is there and took no more sound; it is tried again as well.
  case stalled(reason: String)
  /// The device plays again, in periods of so many frames.
  case up(period: Int)
  /// The device is back at another rate than the session's, in frames a second, and nothing converts:
  /// it is tried again, and this said once.
  case unfit(rate: Int)
}

/// Counts since the output began.
public struct PCMStatistics: Sendable, Hashable {
  /// Periods filled.
  public var cycles = 0
  /// Times that the device ran dry.
  public var xruns = 0
  /// The period as the loop has measured it, in nanoseconds; 0 before it has.
  public var measuredPeriodNanoseconds = 0
}
