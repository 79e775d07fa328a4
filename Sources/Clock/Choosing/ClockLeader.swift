public import Ports

/// Whose beat is followed. Real-time: yes.
public enum ClockLeader: BitwiseCopyable, Sendable, Hashable {
  /// Our own tempo.
  case `internal`
  /// MIDI clock from a device.
  case midi(MessageSource)
  /// JACK transport.
  case jack
  /// A beat that another program reports as a line: Ableton Link's.
  case link
}
