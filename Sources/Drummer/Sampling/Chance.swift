import MusicalTime

/// Chance as a hash: the same seed, bar and turn give the same number, whatever happened between.
struct Chance: BitwiseCopyable, Sendable {
  private let base: UInt64

  /// Chance in one bar.
  init(seed: UInt64, bar: Int) {
    base = Self.mix(Self.mix(seed) ^ UInt64(truncatingIfNeeded: bar))
  }

  /// A number from 0 to under 1 for an attribute of the hit that is tried as number `turn`.
  func callAsFunction(_ turn: Int, _ attribute: Attribute) -> Float {
    number(turn, attribute.rawValue)
  }

  /// The same, for whether the hit is thought over.
  func doubt(_ turn: Int) -> Float { number(turn, Attribute.allCases.count) }

  private func number(_ turn: Int, _ purpose: Int) -> Float {
    let place = UInt64(truncatingIfNeeded: turn &* 8 &+ purpose)
    return Float(Self.mix(base ^ place) >> 40) / Float(1 << 24)
  }

  /// The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  private static func mix(_ number: UInt64) -> UInt64 {
    mixed(number &+ 0x9E37_79B9_7F4A_7C15)
  }
}
