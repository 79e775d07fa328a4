/// Where the hi-hat pedal of a device stands, by its CC4. Real-time: yes.
public struct HatPedal: BitwiseCopyable, Sendable, Hashable {
  /// 0 open to 127 closed; 255 until it is received.
  var position: UInt8 = 255

  /// One that nothing was received of: the notes alone say which hi-hat is struck.
  @_noLocks public init() {}

  /// Whether its position was received.
  public var isKnown: Bool { @_noLocks get { position != 255 } }
}
