public import MIDI
public import Ports

/// A MIDI message that leaves by one of our ports at a frame of the block being made.
public struct PortMessage: BitwiseCopyable, Sendable {
  /// Frames from the beginning of the block.
  public var offset: Int32
  /// By which it leaves.
  public var port: OutputPort
  /// At most three bytes.
  public var message: ShortMessage

  @_noLocks init(offset: Int32, port: OutputPort, message: ShortMessage) {
    self.offset = offset
    self.port = port
    self.message = message
  }
}
