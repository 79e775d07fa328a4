import CVectors
import Foundation

extension Logits {
  /// Excludes a value.
  mutating func forbid(_ value: Int) { allowed &= ~(1 << UInt64(value)) }

  /// Excludes all values below `value`.
  mutating func forbid(below value: Int) {
    allowed &= value >= 64 ? 0 : ~((1 << UInt64(max(value, 0))) - 1)
  }

  /// The total probability of all values from `first` on.
  func likelihood(from first: Int) -> Float {
    var copy = self
    return unsafe copy.withNumbers { weights in
      let total = unsafe vectors_exp_below_max(weights, count)
      var sum: Float = 0
      for value in first..<max(count, first) { unsafe sum += weights[value] }
      return sum / total
    }
  }

  /// Mixes in `share` of another distribution, given as probabilities with sum 1.
  ///
  /// Excluded values stay excluded.
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

  /// Samples with top-p and temperature: `chance` (0 ..< 1) picks among the most likely values with
  /// total probability `topP`; nil if all values are excluded.
  ///
  /// A low temperature favours likely values.
  func sample(_ chance: Float, temperature: Float, topP: Float) -> Int? {
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
      let mass = unsafe Self.keepLikeliest(weights, count, mass: topP * total)
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

  /// Marks the most likely values, by making their weights negative, until their sum reaches
  /// `mass`; returns the sum.
  private static func keepLikeliest(
    _ weights: UnsafeMutablePointer<Float>, _ count: Int, mass: Float
  ) -> Float {
    // A few values hold most of the mass, so repeated search for the next largest is faster than
    // sorting.
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
