import Foundation

/// A distribution over the values of an attribute: probabilities, of which only the first `count`
/// of the attribute are used.
typealias Shares = InlineArray<34, Float>

extension GrooveCell {
  /// The least share of full force, and the most.
  private static let fullForceRange: ClosedRange<Float> = 0.004...0.99
  /// The least standard deviations, in bins and in ticks.
  private static let (leastSpread, leastWander) = (Float(0.75), Float(0.8))

  /// The distribution of the velocity bin: a normal one, and full force apart.
  var velocityShares: Shares {
    let last = Vocabulary.velocityCount - 1
    let mean = (Float(velocity) - 1.5) / 4
    var shares = Self.normal(
      mean: mean, deviation: max(Float(velocitySpread) / 4, Self.leastSpread), count: last)
    let full = min(
      max(fullForceShare, Self.fullForceRange.lowerBound), Self.fullForceRange.upperBound)
    for value in 0..<last { shares[value] *= 1 - full }
    shares[last] = full
    return shares
  }

  /// The distribution of the offset.
  var offsetShares: Shares {
    Self.normal(
      mean: meanOffset, deviation: max(Float(offsetSpread) / 8, Self.leastWander),
      count: Vocabulary.ticksPerStep)
  }

  /// A normal distribution over 0 ..< count; far from the mean its tails stay level.
  private static func normal(mean: Float, deviation: Float, count: Int) -> Shares {
    var shares = Shares(repeating: 0)
    var sum: Float = 0
    for value in 0..<count {
      let distance = (Float(value) - mean) / deviation
      shares[value] = exp(max(-0.5 * distance * distance, -6.5))
      sum += shares[value]
    }
    for value in 0..<count { shares[value] /= sum }
    return shares
  }
}

extension Logits {
  /// Takes the logits times `own`, plus the logarithm of `shares` times `weight`: a weighted product
  /// of both distributions.
  mutating func multiply(by shares: Shares, weight: Float, own: Float) {
    for value in 0..<count {
      self[value] = own * self[value] + weight * log(max(shares[value], 1e-5))
    }
  }

  /// Adds a slope: `bias` times the value.
  mutating func tilt(_ bias: Float) {
    for value in 0..<count { self[value] += bias * Float(value) }
  }
}
