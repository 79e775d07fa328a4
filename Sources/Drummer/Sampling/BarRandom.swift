import MusicalTime

/// A stateless random number generator: the same seed, bar and try give the same number.
struct BarRandom: BitwiseCopyable, Sendable {
  private let base: UInt64

  /// The numbers for one bar.
  init(seed: UInt64, bar: Int) {
    base = Self.mix(Self.mix(seed) ^ UInt64(truncatingIfNeeded: bar))
  }

  /// A number in 0 ..< 1 for an attribute of hit number `turn`.
  func callAsFunction(_ turn: Int, _ attribute: Attribute) -> Float {
    number(turn, attribute.rawValue)
  }

  /// A number in 0 ..< 1 that decides whether a hit is sampled again.
  func doubt(_ turn: Int) -> Float { number(turn, Attribute.allCases.count) }

  /// A number in 0 ..< 1 that decides where in its tick a hit is.
  func tick(_ turn: Int) -> Float { number(turn, Attribute.allCases.count + 1) }

  /// A number in 0 ..< 1 that decides where in its bin a velocity is.
  func bin(_ turn: Int) -> Float { number(turn, Attribute.allCases.count + 2) }

  private func number(_ turn: Int, _ purpose: Int) -> Float {
    let place = UInt64(truncatingIfNeeded: turn &* 8 &+ purpose)
    return Float(Self.mix(base ^ place) >> 40) / Float(1 << 24)
  }

  /// The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  private static func mix(_ number: UInt64) -> UInt64 {
    mixed(number &+ 0x9E37_79B9_7F4A_7C15)
  }
}
