public import MusicalTime

/// Which clock is the master, how it is followed, and what we send. Real-time: yes.
public struct ClockSettings: BitwiseCopyable, Sendable, Hashable {
  /// The permitted clock masters.
  public enum Source: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// Our own tempo; Start, Continue and Stop on `in` still control the transport.
    case `internal`
    /// MIDI clock from the first input that ticks.
    case midi
    /// MIDI clock on `clock-in` and `clock_in` only, to which the chosen port is connected.
    case port
    /// JACK transport.
    case jack
    /// MIDI clock if there is one, else JACK transport while it rolls, else our own tempo.
    case auto
    /// The beat that another program reports by `follow`, as `ghostnote-link` does Ableton Link's.
    case link
  }

  /// What to do when the master's clock is lost.
  public enum LostPolicy: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// Continue at its last tempo.
    case hold
    /// Stop and keep the position.
    case stop
    /// Continue at the patch's own tempo.
    case `internal`
  }

  /// The permitted masters.
  public var source = Source.internal
  /// Identifies the chosen port, if there is one: a different number is a different port.
  public var portChoice: UInt32 = 0
  /// Whether tempo and beat follow the master.
  public var followsTempo = true
  /// Whether Start, Continue, Stop and position follow the master.
  public var followsTransport = true
  /// The delay of our sound relative to the master's clock, within `offsetRange` in milliseconds.
  public var offset = HostTime.Interval(nanoseconds: 0)
  /// What to do when the clock is lost.
  public var lost = LostPolicy.hold
  /// Whether clock and transport are sent on `clock` and `clock_out`.
  public var sends = true
  /// Whether clock is sent while stopped too, so that followers know the tempo before Start.
  public var sendsWhileStopped = false
  /// Whether to become JACK's timebase master, if no other client is.
  public var isTimebase = false

  /// Our own tempo, clock sent while rolling.
  @_noLocks public init() {}

  /// The range of `offset` in milliseconds.
  public static let offsetRange = -100.0...100.0
  /// The resolution of `offset` in milliseconds.
  public static let offsetGrain = 0.1
}
