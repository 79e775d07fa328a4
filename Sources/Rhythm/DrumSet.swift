/// A set of drums as a bit mask. Real-time: yes.
public struct DrumSet: BitwiseCopyable, Sendable, Hashable {
  /// Bit n stands for the drum with index n.
  public var bits: UInt32

  /// Bits from 26 upwards must be 0.
  @_noLocks public init(bits: UInt32) { self.bits = bits }

  /// The empty set.
  @_noLocks public init() { bits = 0 }

  /// The set of `drums`.
  public init(_ drums: [Drum]) {
    bits = drums.reduce(0) { $0 | 1 << UInt32($1.index) }
  }

  /// All 26 drums.
  public static var all: DrumSet { @_noLocks get { DrumSet(bits: 0x3FF_FFFF) } }

  /// Whether the set has no drum.
  public var isEmpty: Bool { @_noLocks get { bits == 0 } }
  /// Whether `drum` is in the set.
  @_noLocks public func contains(_ drum: Drum) -> Bool { bits & (1 &<< UInt32(drum.index)) != 0 }
  /// Adds `drum`.
  @_noLocks public mutating func insert(_ drum: Drum) { bits |= 1 &<< UInt32(drum.index) }
  /// Removes `drum`.
  @_noLocks public mutating func remove(_ drum: Drum) { bits &= ~(1 &<< UInt32(drum.index)) }

  /// Removes and returns the lowest drum, or nil if the set is empty.
  @_noLocks public mutating func popFirst() -> Drum? {
    guard bits != 0 else { return nil }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return Drum(clampingIndex: index)
  }
}
