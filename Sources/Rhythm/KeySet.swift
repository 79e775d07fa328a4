/// A set of keys 0 to 127, such as those with sounds in a SoundFont's drum kit.
public struct KeySet: Sendable, Hashable {
  private var bits: UInt128 = 0

  /// No key.
  public init() {}

  /// The keys of a range; those above 127 are dropped.
  public init(_ keys: ClosedRange<UInt8>) {
    guard keys.lowerBound <= 127 else { return }
    let above = UInt128.max << UInt128(keys.lowerBound)
    bits = above & (UInt128.max >> UInt128(127 - min(keys.upperBound, 127)))
  }

  /// Every key.
  public static let all = KeySet(0...UInt8(Voice.notes.upperBound))

  /// Whether `key` is in the set.
  public func contains(_ key: UInt8) -> Bool { key < 128 && bits >> UInt128(key) & 1 == 1 }

  /// The keys of both.
  public func intersection(_ other: KeySet) -> KeySet {
    var both = self
    both.bits &= other.bits
    return both
  }

  /// Adds all keys of `other`.
  public mutating func formUnion(_ other: KeySet) { bits |= other.bits }
}
