import Foundation

extension SplitMix {
  /// A number from the standard normal distribution (Box and Muller).
  mutating func normal() -> Double {
    // 1 − x is never 0, where the logarithm is undefined.
    let radius = (-2 * log(1 - fraction())).squareRoot()
    return radius * cos(2 * Double.pi * fraction())
  }
}
