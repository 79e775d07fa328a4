/// A channel, common or real-time MIDI message of at most three bytes. Real-time: yes.
///
/// SysEx cannot be represented; no part of the instrument uses it.
public struct ShortMessage: BitwiseCopyable, Sendable, Hashable {
  /// Status byte, 0x80 to 0xFF.
  public var status: UInt8
  /// First data byte, or 0.
  public var data1: UInt8
  /// Second data byte, or 0.
  public var data2: UInt8

  /// Masks the data bytes to 7 bits; `status` is not changed.
  @_noLocks public init(status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0) {
    self.status = status
    self.data1 = data1 & 0x7F
    self.data2 = data2 & 0x7F
  }

  /// The status byte without its channel for channel messages; the whole status byte for system
  /// messages.
  public var kind: UInt8 { @_noLocks get { status < 0xF0 ? status & 0xF0 : status } }

  /// Whether it is a timing clock, Start, Continue, Stop or song position message.
  public var isClockOrTransport: Bool {
    @_noLocks get {
      switch status {
      case 0xF2, 0xF8, 0xFA, 0xFB, 0xFC: true
      default: false
      }
    }
  }

  /// Channel 0 to 15; meaningless for system messages.
  public var channel: UInt8 { @_noLocks get { status & 0x0F } }

  /// Bytes of the message: 1, 2 or 3.
  public var length: Int { @_noLocks get { ShortMessage.length(ofStatus: status) } }

  /// Bytes of a message with this status byte; 0 if it is not a short message.
  @_noLocks public static func length(ofStatus status: UInt8) -> Int {
    switch status {
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0xF6, 0xF8...0xFF: 1
    default: 0
    }
  }
}

extension ShortMessage {
  /// `channel` counts from 0; a receiver treats velocity 0 as note-off.
  @_noLocks public static func noteOn(channel: UInt8, note: UInt8, velocity: UInt8) -> ShortMessage
  {
    ShortMessage(status: 0x90 | channel & 0x0F, data1: note, data2: velocity)
  }
  /// `channel` counts from 0; the release velocity is 64.
  @_noLocks public static func noteOff(channel: UInt8, note: UInt8) -> ShortMessage {
    ShortMessage(status: 0x80 | channel & 0x0F, data1: note, data2: 64)
  }
  /// `channel` counts from 0; controller and value are 0 to 127.
  @_noLocks public static func controlChange(
    channel: UInt8, controller: UInt8, value: UInt8
  ) -> ShortMessage {
    ShortMessage(status: 0xB0 | channel & 0x0F, data1: controller, data2: value)
  }
  /// 0xF8, sent 24 times per beat.
  public static var timingClock: ShortMessage { @_noLocks get { ShortMessage(status: 0xF8) } }
  /// 0xFA: followers start at the beginning of the song with the next clock.
  public static var start: ShortMessage { @_noLocks get { ShortMessage(status: 0xFA) } }
  /// 0xFB: followers start at their song position with the next clock.
  public static var `continue`: ShortMessage { @_noLocks get { ShortMessage(status: 0xFB) } }
  /// 0xFC: followers stop and keep their song position.
  public static var stop: ShortMessage { @_noLocks get { ShortMessage(status: 0xFC) } }
}
