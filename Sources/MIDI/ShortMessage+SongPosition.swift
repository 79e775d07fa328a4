extension ShortMessage {
  /// A Song Position Pointer: `sixteenths` from the song's beginning, 0 to 16383.
  @_noLocks public static func songPosition(_ sixteenths: Int) -> ShortMessage {
    ShortMessage(
      status: 0xF2, data1: UInt8(truncatingIfNeeded: sixteenths & 0x7F),
      data2: UInt8(truncatingIfNeeded: sixteenths >> 7 & 0x7F))
  }

  /// The sixteenths of a Song Position Pointer, 0 to 16383; meaningless for other messages.
  public var songPosition: Int { @_noLocks get { Int(data1) | Int(data2) &<< 7 } }
}
