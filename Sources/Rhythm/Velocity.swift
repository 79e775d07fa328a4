/// How hard a drum is hit: 1 to 127. Zero is no hit at all and has no value here. Real-time: yes.
public struct Velocity: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// 1 to 127.
  public let value: UInt8

  /// A velocity of 1 to 127, or nil outside.
  @_noLocks public init?(exactly value: Int) {
    guard value >= 1, value <= 127 else { return nil }
    self.value = UInt8(truncatingIfNeeded: value)
  }

  /// The nearest velocity: below 1 becomes 1, above 127 becomes 127.
  @_noLocks public init(clamping value: Int) {
    self.value = value < 1 ? 1 : value > 127 ? 127 : UInt8(truncatingIfNeeded: value)
  }

  /// The softer stroke is the lesser.
  @_noLocks public static func < (a: Velocity, b: Velocity) -> Bool { a.value < b.value }
  @_noLocks public static func == (a: Velocity, b: Velocity) -> Bool { a.value == b.value }
}
