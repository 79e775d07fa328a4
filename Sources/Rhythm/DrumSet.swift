/// A set of drums, one bit a drum. Real-time: yes.
public struct DrumSet: BitwiseCopyable, Sendable, Hashable {
  /// Bit n stands for the drum of index n.
  public var bits: UInt32

  /// Bits from 26 up must be 0.
  @_noLocks public init(bits: UInt32) { self.bits = bits }

  /// No drum.
  @_noLocks public init() { bits = 0 }

  /// The drums named.
  public init(_ drums: [Drum]) {
    bits = drums.reduce(0) { $0 | 1 << UInt32($1.index) }
  }

  /// All 26 drums.
  public static var all: DrumSet { @_noLocks get { DrumSet(bits: 0x3FF_FFFF) } }

  public var isEmpty: Bool { @_noLocks get { bits == 0 } }
  @_noLocks public func contains(_ drum: Drum) -> Bool { bits & (1 &<< UInt32(drum.index)) != 0 }
  @_noLocks public mutating func insert(_ drum: Drum) { bits |= 1 &<< UInt32(drum.index) }
  @_noLocks public mutating func remove(_ drum: Drum) { bits &= ~(1 &<< UInt32(drum.index)) }

  /// Takes out and answers the lowest drum, or nil when empty.
  @_noLocks public mutating func popFirst() -> Drum? {
    guard bits != 0 else { return nil }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return Drum(clampingIndex: index)
  }
}
