/// Which input a message came by, and which device behind it sent it. Real-time: yes.
public struct MessageSource: BitwiseCopyable, Sendable, Hashable {
  private let bits: UInt32

  @_noLocks private init(bits: UInt32) { self.bits = bits }

  /// `in` of the ALSA client; the device is its client and port there.
  @_noLocks public static func alsa(client: UInt8, port: UInt8) -> MessageSource {
    MessageSource(bits: UInt32(client) << 8 | UInt32(port))
  }

  /// `clock-in` of the ALSA client.
  @_noLocks public static func alsaClock(client: UInt8, port: UInt8) -> MessageSource {
    MessageSource(bits: 0x1_0000 | UInt32(client) << 8 | UInt32(port))
  }

  /// `midi_in` of the JACK client; JACK mixes what is connected there.
  public static var jack: MessageSource { @_noLocks get { MessageSource(bits: 0x2_0000) } }

  /// `clock_in` of the JACK client.
  public static var jackClock: MessageSource { @_noLocks get { MessageSource(bits: 0x3_0000) } }

  /// It came by `clock-in` or `clock_in`, where nothing but clock and transport is listened to.
  public var isClockInput: Bool { @_noLocks get { bits & 0x1_0000 != 0 } }

  /// It came from JACK, dated by its frame rather than by a clock's stamp.
  public var isJACK: Bool { @_noLocks get { bits & 0x2_0000 != 0 } }

  @_noLocks public static func == (a: MessageSource, b: MessageSource) -> Bool {
    a.bits == b.bits
  }
}
