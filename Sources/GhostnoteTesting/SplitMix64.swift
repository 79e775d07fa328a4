import MusicalTime

/// A seeded random number generator: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Any seed is valid, including 0.
  public init(seed: UInt64) { state = seed }

  /// The next random number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }

  /// True with probability 1/`n`.
  public mutating func once(in n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }
}
