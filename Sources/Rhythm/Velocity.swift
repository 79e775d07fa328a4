/// A MIDI velocity, 1 to 127. Velocity 0 (note-off) cannot be represented. Real-time: yes.
public struct Velocity: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// 1 to 127.
  public let value: UInt8

  /// A velocity of 1 to 127, or nil outside.
  @_noLocks public init?(exactly value: Int) {
    guard value >= 1, value <= 127 else { return nil }
    self.value = UInt8(truncatingIfNeeded: value)
  }

  /// Clamps `value` to 1 to 127.
  @_noLocks public init(clamping value: Int) {
    self.value = value < 1 ? 1 : value > 127 ? 127 : UInt8(truncatingIfNeeded: value)
  }

  /// The softer velocity is the lesser.
  @_noLocks public static func < (a: Velocity, b: Velocity) -> Bool { a.value < b.value }
  /// Equal velocities have equal values.
  @_noLocks public static func == (a: Velocity, b: Velocity) -> Bool { a.value == b.value }
}
