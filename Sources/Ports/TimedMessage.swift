public import MIDI
public import MusicalTime

/// A message from a device with the moment it was stamped at its source.
public struct TimedMessage: BitwiseCopyable, Sendable {
  /// When the source says it happened.
  public var time: HostTime
  public var message: ShortMessage
  public var source: MessageSource

  @_noLocks public init(time: HostTime, message: ShortMessage, source: MessageSource) {
    self.time = time
    self.message = message
    self.source = source
  }
}

/// Which of our MIDI outputs a message leaves by.
public enum OutputPort: UInt8, BitwiseCopyable, Sendable {
  /// `out` and `midi_out`: notes.
  case notes
  /// `clock` and `clock_out`: 24-PPQN clock, Start, Continue, Stop, song position.
  case clock
}

/// What the engine asks of an output that schedules ahead, such as an ALSA queue.
public struct OutgoingEvent: BitwiseCopyable, Sendable {
  /// The action asked for.
  public enum Action: UInt8, BitwiseCopyable, Sendable {
    /// Send `message` at `time`.
    case send
    /// Take back everything asked for at or after `time` that has not left, note-offs too.
    case withdraw
  }

  public var action: Action
  /// Where it leaves; `.withdraw` takes back from every port.
  public var port: OutputPort
  /// What leaves; `.withdraw` has no use for it.
  public var message: ShortMessage
  /// When it is to be heard; a moment already past means at once.
  public var time: HostTime

  @_noLocks public init(
    action: Action, port: OutputPort, message: ShortMessage, time: HostTime
  ) {
    self.action = action
    self.port = port
    self.message = message
    self.time = time
  }
}
