public import MIDI
public import MusicalTime

/// A message from a device with a timestamp of its source.
public struct TimedMessage: BitwiseCopyable, Sendable {
  /// The timestamp.
  public var time: HostTime
  /// The message.
  public var message: ShortMessage
  /// The input and device.
  public var source: MessageSource

  /// `message` from `source` at `time`.
  @_noLocks public init(time: HostTime, message: ShortMessage, source: MessageSource) {
    self.time = time
    self.message = message
    self.source = source
  }
}

/// One of our MIDI outputs.
public enum OutputPort: UInt8, BitwiseCopyable, Sendable {
  /// `out` and `midi_out`: notes.
  case notes
  /// `clock` and `clock_out`: 24-PPQN clock, Start, Continue, Stop, song position.
  case clock
}

/// A request to an output that schedules ahead, such as an ALSA queue.
public struct OutgoingEvent: BitwiseCopyable, Sendable {
  /// The requested action.
  public enum Action: UInt8, BitwiseCopyable, Sendable {
    /// Send `message` at `time`.
    case send
    /// Withdraw all unsent messages requested for `time` or later, including note-offs.
    case withdraw
  }

  /// The action.
  public var action: Action
  /// The port to send on; `.withdraw` applies to all ports.
  public var port: OutputPort
  /// The message to send; unused by `.withdraw`.
  public var message: ShortMessage
  /// When it should be heard; a past time means immediately.
  public var time: HostTime

  /// A request for `time`.
  @_noLocks public init(
    action: Action, port: OutputPort, message: ShortMessage, time: HostTime
  ) {
    self.action = action
    self.port = port
    self.message = message
    self.time = time
  }
}
