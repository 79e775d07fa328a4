import Foundation

extension SplitMix {
  /// A number of the normal distribution around 0 with deviation 1 (Box and Muller).
  mutating func normal() -> Double {
    // 1 − x is never 0, whose logarithm there is not.
    let radius = (-2 * log(1 - fraction())).squareRoot()
    return radius * cos(2 * Double.pi * fraction())
  }
}
