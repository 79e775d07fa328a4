public import MusicalTime

/// Which clock leads, how it is followed, and what we send of our own. Real-time: yes.
public struct ClockSettings: BitwiseCopyable, Sendable, Hashable {
  /// Who may lead.
  public enum Source: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// Our own tempo; Start, Continue and Stop on `in` still work the transport.
    case `internal`
    /// MIDI clock from whichever input ticks first.
    case midi
    /// MIDI clock by `clock-in` and `clock_in` only, where the chosen port is connected.
    case port
    /// JACK transport.
    case jack
    /// MIDI clock while there is one, else JACK transport while it rolls, else our own tempo.
    case auto
  }

  /// What to do when the clock that leads falls silent.
  public enum LostPolicy: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// Go on at its last tempo.
    case hold
    /// Stop and keep the place.
    case stop
    /// Go on at the patch's own tempo.
    case `internal`
  }

  public var source = Source.internal
  /// Which port was chosen, where the source is one: another number is another port.
  public var portChoice: UInt32 = 0
  /// Take the tempo and the beat from the clock that leads.
  public var followsTempo = true
  /// Take Start, Continue, Stop and the position from the clock that leads.
  public var followsTransport = true
  /// What is followed is heard this much later than its clock says; −100 to 100 ms.
  public var offset = HostTime.Interval(nanoseconds: 0)
  public var lost = LostPolicy.hold
  /// Send clock and transport by `clock` and `clock_out`.
  public var sends = true
  /// Send clock while stopped too, so that followers know the tempo before Start.
  public var sendsWhileStopped = false
  /// Give bar, beat and tempo to JACK transport, where nobody else does.
  public var isTimebase = false

  @_noLocks public init() {}

  /// The offset's bounds, in milliseconds, and its grain.
  public static let offsetRange = -100.0...100.0
  public static let offsetGrain = 0.1
}
