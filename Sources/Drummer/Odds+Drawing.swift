import CVectors
import Foundation

extension Odds {
  /// Makes a value impossible.
  mutating func forbid(_ value: Int) { allowed &= ~(1 << UInt64(value)) }

  /// Makes all values below `value` impossible.
  mutating func forbid(below value: Int) {
    allowed &= value >= 64 ? 0 : ~((1 << UInt64(max(value, 0))) - 1)
  }

  /// Mixes in `share` of other odds, given as likelihoods that add up to 1.
  ///
  /// What the network holds for impossible stays so.
  mutating func mix(_ share: Float, of other: InlineArray<34, Float>) {
    let count = count
    let total = unsafe withNumbers { unsafe vectors_exp_below_max($0, count) }
    for value in 0..<count {
      let own = self[value] / total
      let mixed = (1 - share) * own + (own > 1e-5 ? share * other[value] : 0)
      self[value] = log(max(mixed, 1e-12))
    }
  }

  /// The value that `chance`, 0 to under 1, hits upon among the likeliest that together have `top`
  /// of what is possible; nil when nothing is.
  ///
  /// A low temperature favours the likely.
  func draw(_ chance: Float, temperature: Float, top: Float) -> Int? {
    guard allowed != 0 else { return nil }
    var weights = self
    for value in 0..<count {
      weights[value] = isPossible(value) ? self[value] / temperature : -1e9
    }
    let total = unsafe weights.withNumbers { unsafe vectors_exp_below_max($0, count) }
    // Few values have most of the mass, so that finding the next likeliest beats sorting.
    var kept = InlineArray<34, (value: Int, weight: Float)>(repeating: (0, 0))
    var (number, mass) = (0, Float(0))
    while number < allowed.nonzeroBitCount, number == 0 || mass < top * total {
      let value = weights.likeliest
      kept[number] = (value, weights[value])
      mass += weights[value]
      weights[value] = -1
      number += 1
    }
    var rest = chance * mass
    for index in 0..<number {
      rest -= kept[index].weight
      if rest < 0 { return kept[index].value }
    }
    return kept[number - 1].value
  }
}
