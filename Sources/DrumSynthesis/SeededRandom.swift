/// A small seeded random number generator (xorshift64*), one per drum, so that every build draws
/// the same numbers.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<8 { _ = uniform() }
  }

  /// A number in 0 ..< 1.
  mutating func uniform() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
  }

  /// A number in -1 ..< 1: one sample of white noise.
  mutating func bipolar() -> Double { 2 * uniform() - 1 }

  /// A uniformly distributed number in the range.
  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// A number from a bell curve around 0 with a standard deviation of 1, never beyond ±3.5.
  mutating func normal() -> Double {
    var sum = -2.0
    for _ in 0..<4 { sum += uniform() }
    return sum * 3.0.squareRoot()
  }
}
