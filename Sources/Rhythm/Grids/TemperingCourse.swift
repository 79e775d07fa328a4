/// The amount of a tempering: constant, or changing from loop to loop in a cycle.
public struct TemperingCourse: Sendable, Hashable {
  /// The amount in the first loop.
  public let from: Amount
  /// The amount at the far end of the cycle.
  public let to: Amount
  /// How the amount changes.
  public let shape: Shape
  /// The number of loops in a cycle; 1 for a constant amount.
  public let loopCount: Int

  /// How an amount changes over a cycle.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// Linear from one to the other, which is reached in the last loop; then it jumps back.
    case line
    /// There and back along a sine wave, slowest at both ends.
    case sine
    /// Linear there in the first half of the loops, and back in the second.
    case back
  }

  /// The range of `loopCount` for a changing amount.
  public static let loopCounts = 2...64

  /// A constant amount.
  public static func fixed(_ amount: Amount) -> TemperingCourse {
    TemperingCourse(unchecked: amount, amount, .line, loops: 1)
  }

  /// An amount that changes over `loops` loops; throws if that is not within `loopCounts`.
  public init(from: Amount, to: Amount, _ shape: Shape, loops: Int) throws(TemperamentError) {
    guard Self.loopCounts.contains(loops) else { throw .loopCount(loops) }
    self.init(unchecked: from, to, shape, loops: loops)
  }

  private init(unchecked from: Amount, _ to: Amount, _ shape: Shape, loops: Int) {
    self.from = from
    self.to = to
    self.shape = shape
    loopCount = loops
  }

  /// The amount in loop `loop`, counted from 0.
  public func amount(inLoop loop: Int) -> Amount {
    guard loopCount > 1 else { return from }
    let index = floorRemainder(loop, by: loopCount)
    let (part, whole) =
      switch shape {
      case .line: (Int64(index), Int64(loopCount - 1))
      case .back: (Int64(min(index, loopCount - index) * 2), Int64(loopCount))
      case .sine: (Self.wave(Double(index) / Double(loopCount)), Self.waveHeight)
      }
    return Amount(from: from, to: to, part: part, of: whole)
  }

  /// Fine enough to resolve one unit in 1024 beats.
  private static let waveHeight: Int64 = 1 << 36

  /// (1 − cos 2πx)/2 times `waveHeight`, with additions and multiplications only, so that every
  /// machine computes the same bits.
  private static func wave(_ x: Double) -> Int64 {
    // sin² πx, with x folded to 0 to 1/4, where the series converges quickly.
    let folded = min(x, 1 - x)
    let isHigh = folded > 0.25
    let angle = Double.pi * (isHigh ? 0.5 - folded : folded)
    var (term, sine) = (angle, angle)
    for index in 1...9 {
      term *= -angle * angle / Double(2 * index * (2 * index + 1))
      sine += term
    }
    let square = (sine * sine * Double(waveHeight)).rounded()
    return isHigh ? waveHeight - Int64(square) : Int64(square)
  }
}
