/// Chance as a function of what it is asked for, so that no order of asking changes it.
enum ClassicChance {
  /// A number from 0 up to but not including 1 (SplitMix64's finaliser over seed, bar and draw).
  static func uniform(_ seed: UInt64, bar: Int, draw: Int) -> Double {
    var mixed = mix(seed)
    mixed = mix(mixed ^ UInt64(bitPattern: Int64(bar)))
    mixed = mix(mixed ^ UInt64(bitPattern: Int64(draw)))
    return Double(mixed >> 11) * 0x1p-53
  }

  /// The index, from 0, at which the running sum of `weights` passes `chance` of all.
  static func pick(from weights: ArraySlice<Float>, _ chance: Double) -> Int {
    var rest = weights.reduce(0) { $0 + Double($1) } * chance
    for (index, weight) in weights.enumerated() {
      rest -= Double(weight)
      if rest < 0 { return index }
    }
    return weights.indices.last { weights[$0] > 0 }.map { $0 - weights.startIndex } ?? 0
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
