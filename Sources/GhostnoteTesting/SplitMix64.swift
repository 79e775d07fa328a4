import MusicalTime

/// Chance that a seed repeats: Steele, Lea and Flood's SplitMix64 (OOPSLA 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Any seed will do, 0 included.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }

  /// True once in `n` times.
  public mutating func once(in n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }
}
