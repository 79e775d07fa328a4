import CVectors
import Foundation

extension Odds {
  /// Makes a value impossible.
  mutating func forbid(_ value: Int) { allowed &= ~(1 << UInt64(value)) }

  /// Makes all values below `value` impossible.
  mutating func forbid(below value: Int) {
    allowed &= value >= 64 ? 0 : ~((1 << UInt64(max(value, 0))) - 1)
  }

  /// How likely it is that the value is at least `first`.
  func likelihood(from first: Int) -> Float {
    var copy = self
    return unsafe copy.withNumbers { weights in
      let total = unsafe vectors_exp_below_max(weights, count)
      var sum: Float = 0
      for value in first..<max(count, first) { unsafe sum += weights[value] }
      return sum / total
    }
  }

  /// Mixes in `share` of other odds, given as likelihoods that add up to 1.
  ///
  /// What the network holds for impossible stays so.
  mutating func mix(_ share: Float, of other: InlineArray<34, Float>) {
    let count = count
    let total = unsafe withNumbers { unsafe vectors_exp_below_max($0, count) }
    unsafe withNumbers { numbers in
      for value in 0..<count {
        let own = unsafe numbers[value] / total
        let mixed = (1 - share) * own + (own > 1e-5 ? share * other[value] : 0)
        unsafe numbers[value] = log(max(mixed, 1e-12))
      }
    }
  }

  /// The value that `chance`, 0 to under 1, hits upon among the likeliest that together have `top`
  /// of what is possible; nil when nothing is.
  ///
  /// A low temperature favours the likely.
  func draw(_ chance: Float, temperature: Float, top: Float) -> Int? {
    guard allowed != 0 else { return nil }
    var copy = self
    return unsafe copy.withNumbers { weights in
      for value in 0..<count {
        unsafe weights[value] = isPossible(value) ? weights[value] / temperature : -.infinity
      }
      _ = unsafe vectors_exp_below_max(weights, count)
      var total: Float = 0
      for value in 0..<count {
        if isPossible(value) { unsafe total += weights[value] } else { unsafe weights[value] = 0 }
      }
      let mass = unsafe Self.keepLikeliest(weights, count, mass: top * total)
      var rest = chance * mass
      var last: Int?
      for value in 0..<count where unsafe weights[value] < 0 {
        unsafe rest += weights[value]
        last = value
        if rest < 0 { break }
      }
      return last
    }
  }

  /// Makes the greatest weights negative until they have `mass` together; answers what they have.
  private static func keepLikeliest(
    _ weights: UnsafeMutablePointer<Float>, _ count: Int, mass: Float
  ) -> Float {
    // A few values have most of the mass, so that finding the next greatest beats sorting.
    var kept: Float = 0
    repeat {
      var best = 0
      for value in 1..<count where unsafe weights[value] > weights[best] { best = value }
      guard unsafe weights[best] > 0 else { break }
      unsafe kept += weights[best]
      unsafe weights[best] = -weights[best]
    } while kept < mass
    return kept
  }
}
