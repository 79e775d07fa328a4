import MusicalTime

/// A seeded random number generator whose state is saved in checkpoints: SplitMix64 (Steele, Lea &
/// Flood 2014).
struct SplitMix: RandomNumberGenerator, Codable, Sendable, Hashable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }

  /// A number in 0 ..< 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
