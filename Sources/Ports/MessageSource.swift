/// The input on which a message arrived, and the device that sent it. Real-time: yes.
public struct MessageSource: BitwiseCopyable, Sendable, Hashable {
  private let bits: UInt32

  @_noLocks private init(bits: UInt32) { self.bits = bits }

  /// `in` of the ALSA client; the device is identified by its client and port number.
  @_noLocks public static func alsa(client: UInt8, port: UInt8) -> MessageSource {
    MessageSource(bits: UInt32(client) << 8 | UInt32(port))
  }

  /// `clock-in` of the ALSA client.
  @_noLocks public static func alsaClock(client: UInt8, port: UInt8) -> MessageSource {
    MessageSource(bits: 0x1_0000 | UInt32(client) << 8 | UInt32(port))
  }

  /// `midi_in` of the JACK client; JACK mixes all connected sources.
  public static var jack: MessageSource { @_noLocks get { MessageSource(bits: 0x2_0000) } }

  /// `clock_in` of the JACK client.
  public static var jackClock: MessageSource { @_noLocks get { MessageSource(bits: 0x3_0000) } }

  /// Whether it arrived on `clock-in` or `clock_in`, which only accept clock and transport.
  public var isClockInput: Bool { @_noLocks get { bits & 0x1_0000 != 0 } }

  /// Whether it came from JACK, where messages are timed by frame instead of by timestamp.
  public var isJACK: Bool { @_noLocks get { bits & 0x2_0000 != 0 } }

  /// Equal sources have the same input and device.
  @_noLocks public static func == (a: MessageSource, b: MessageSource) -> Bool {
    a.bits == b.bits
  }
}
