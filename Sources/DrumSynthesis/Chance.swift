/// A small seeded source of chance (xorshift64*), one a drum, so every make draws the same numbers.
struct Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<8 { _ = uniform() }
  }

  /// A number from 0 up to but not including 1.
  mutating func uniform() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
  }

  /// A number from -1 up to but not including 1: one sample of white noise.
  mutating func bipolar() -> Double { 2 * uniform() - 1 }

  /// A number from the range, evenly likely everywhere.
  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }
}
