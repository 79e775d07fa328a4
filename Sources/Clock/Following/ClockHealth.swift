public import MusicalTime

/// Statistics of a followed clock. Real-time: yes.
public struct ClockHealth: BitwiseCopyable, Sendable, Hashable {
  /// Whether a clock is received.
  public enum Presence: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// None so far.
    case absent
    /// Ticks are received, but less than a beat of them.
    case seeking
    case locked
    /// It was lost.
    case lost
  }

  /// Whether a clock is received.
  public var presence = Presence.absent
  /// The measured tempo; meaningless while `presence` is `.absent`.
  public var tempo = Tempo.standard
  /// The time of the last tick relative to the smoothed line; negative when early.
  public var phaseError = HostTime.Interval(nanoseconds: 0)
  /// Standard deviation of the ticks from the smoothed line, over about the last two beats.
  public var jitter = HostTime.Interval(nanoseconds: 0)
  /// The largest distance of a tick from the line since following began.
  public var largestJitter = HostTime.Interval(nanoseconds: 0)
  /// Ticks received.
  public var ticks: Int64 = 0
  /// Ticks that were sent, according to the line, but not received.
  public var ticksLost: Int64 = 0
  /// Invalid ticks: doubled, or implying less than 1 or more than 999 bpm.
  public var ticksDropped: Int64 = 0
  /// The number of times the line was restarted, because tempo or phase jumped.
  public var relocks: Int64 = 0

  /// No clock so far.
  @_noLocks public init() {}
}
