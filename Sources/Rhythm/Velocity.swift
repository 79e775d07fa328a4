/// A MIDI velocity. Velocity 0 (note-off) cannot be represented. Real-time: yes.
public struct Velocity: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Within `range`.
  public let value: UInt8

  /// The range of `value`.
  public static var range: ClosedRange<Int> { @_noLocks get { 1...127 } }

  /// Nil outside `range`.
  @_noLocks public init?(exactly value: Int) {
    guard Self.range.contains(value) else { return nil }
    self.value = UInt8(truncatingIfNeeded: value)
  }

  /// Clamps `value` to `range`.
  @_noLocks public init(clamping value: Int) {
    let clamped = min(max(value, Self.range.lowerBound), Self.range.upperBound)
    self.value = UInt8(truncatingIfNeeded: clamped)
  }

  /// A share of the hardest, of 0 to 1; the softest where that is less.
  public init(share: Double) {
    value = UInt8(Self.clamped((Double(Self.range.upperBound) * share).rounded()))
  }

  /// The nearest number within `range`, whole or not.
  public static func clamped(_ value: Double) -> Double {
    min(max(value, Double(range.lowerBound)), Double(range.upperBound))
  }

  /// The softer velocity is the lesser.
  @_noLocks public static func < (a: Velocity, b: Velocity) -> Bool { a.value < b.value }
  /// Equal velocities have equal values.
  @_noLocks public static func == (a: Velocity, b: Velocity) -> Bool { a.value == b.value }
}
