public import MusicalTime

/// How well a clock is followed. Real-time: yes.
public struct ClockHealth: BitwiseCopyable, Sendable, Hashable {
  /// Whether there is a clock.
  public enum Presence: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// None was heard yet.
    case absent
    /// Ticks come, but fewer than a beat of them.
    case seeking
    case locked
    /// It has fallen silent.
    case lost
  }

  public var presence = Presence.absent
  /// The tempo found; meaningless while `presence` is `.absent`.
  public var tempo = Tempo.standard
  /// How far the last tick came after the smoothed line; negative when early.
  public var phaseError = HostTime.Interval(nanoseconds: 0)
  /// Standard deviation of the ticks about the smoothed line, over the last two beats or so.
  public var jitter = HostTime.Interval(nanoseconds: 0)
  /// The largest distance of a tick from the line since `restartMaximum` was last called.
  public var largestJitter = HostTime.Interval(nanoseconds: 0)
  /// Ticks taken in.
  public var ticks: Int64 = 0
  /// Ticks that must have been sent and never came.
  public var ticksLost: Int64 = 0
  /// Ticks that were none: doubled, or implying less than 1 or more than 999 bpm.
  public var ticksDropped: Int64 = 0
  /// Times that the line was laid anew, because tempo or phase jumped.
  public var relocks: Int64 = 0

  @_noLocks public init() {}
}
