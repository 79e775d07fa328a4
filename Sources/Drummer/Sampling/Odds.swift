import CVectors
import Foundation

/// How likely each value of an attribute is.
public struct Odds: BitwiseCopyable, Sendable {
  /// How many values there are, at most 34.
  public let count: Int
  /// One bit a value: whether it may come at all.
  var allowed: UInt64
  private var numbers = InlineArray<34, Float>(repeating: 0)

  /// Odds of `count` values, all the same.
  init(count: Int) {
    self.count = count
    allowed = (1 << UInt64(count)) - 1
  }

  /// Whether a value may come at all.
  func isPossible(_ value: Int) -> Bool { allowed & (1 << UInt64(value)) != 0 }

  /// The logit of a value: the logarithm of its likelihood, but for a number that all share.
  public subscript(value: Int) -> Float {
    get { numbers[value] }
    set { numbers[value] = newValue }
  }

  /// How surprising `value` is, in nats.
  public func surprise(of value: Int) -> Double {
    var copy = self
    let logit = numbers[value]
    var most = -Float.infinity
    for other in 0..<count { most = max(most, numbers[other]) }
    let sum = unsafe copy.withNumbers { unsafe vectors_exp_below_max($0, count) }
    return log(Double(sum)) + Double(most - logit)
  }

  /// The likeliest value; the first of several.
  public var likeliest: Int {
    var best = 0
    for value in 1..<count where numbers[value] > numbers[best] { best = value }
    return best
  }

  mutating func withNumbers<R>(_ body: (UnsafeMutablePointer<Float>) -> R) -> R {
    var span = numbers.mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("34 numbers lie somewhere") }
      return unsafe body(base)
    }
  }
}
