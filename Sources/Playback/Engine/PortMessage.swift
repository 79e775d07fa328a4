public import MIDI
public import Ports

/// A MIDI message that one of our ports sends at a frame of the block being made.
public struct PortMessage: BitwiseCopyable, Sendable {
  /// Frames from the beginning of the block.
  public var offset: Int32
  /// The port that sends it.
  public var port: OutputPort
  /// At most three bytes.
  public var message: ShortMessage

  @_noLocks init(offset: Int32, port: OutputPort, message: ShortMessage) {
    self.offset = offset
    self.port = port
    self.message = message
  }
}
