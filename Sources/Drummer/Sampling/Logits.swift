import CVectors
import Foundation

/// The logits of an attribute's values, with a mask of excluded ones.
public struct Logits: BitwiseCopyable, Sendable {
  /// The number of values, at most 34.
  public let count: Int
  /// A bit mask of the values that are not excluded.
  var allowed: UInt64
  private var numbers = InlineArray<34, Float>(repeating: 0)

  /// A uniform distribution over `count` values.
  init(count: Int) {
    self.count = count
    allowed = (1 << UInt64(count)) - 1
  }

  /// Whether a value is not excluded.
  func isPossible(_ value: Int) -> Bool { allowed & (1 << UInt64(value)) != 0 }

  /// The logit of a value.
  public subscript(value: Int) -> Float {
    get { numbers[value] }
    set { numbers[value] = newValue }
  }

  /// The negative log-likelihood of `value`, in nats.
  public func surprise(of value: Int) -> Double {
    var copy = self
    let logit = numbers[value]
    var most = -Float.infinity
    for other in 0..<count { most = max(most, numbers[other]) }
    let sum = unsafe copy.withNumbers { unsafe vectors_exp_below_max($0, count) }
    return log(Double(sum)) + Double(most - logit)
  }

  /// The most likely value; the first of several.
  public var likeliest: Int {
    var best = 0
    for value in 1..<count where numbers[value] > numbers[best] { best = value }
    return best
  }

  mutating func withNumbers<R>(_ body: (UnsafeMutablePointer<Float>) -> R) -> R {
    var span = numbers.mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("no base address") }
      return unsafe body(base)
    }
  }
}
