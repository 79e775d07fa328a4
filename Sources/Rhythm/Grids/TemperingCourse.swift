/// How much a grid is tempered: always as much, or moving from loop to loop and then anew.
public struct TemperingCourse: Sendable, Hashable {
  public let from: Amount
  public let to: Amount
  public let shape: Shape
  /// After how many loops it begins anew; 1 where it doesn't move.
  public let loopCount: Int

  /// How an amount moves.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// From one to the other, the last loop at the other; then it jumps back.
    case line
    /// There and back as a wave, slowest at both ends.
    case sine
    /// There in half of the loops, and back in the other half.
    case back
  }

  /// The numbers of loops that it can move over.
  public static let loopCounts = 2...64

  /// Always as much.
  public static func fixed(_ amount: Amount) -> TemperingCourse {
    TemperingCourse(unchecked: amount, amount, .line, loops: 1)
  }

  /// Moving over `loops` loops; refuses less than 2 and more than 64.
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

  /// How much in loop number `loop`, counted from 0.
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

  /// Fine enough that a unit in 1024 beats is never missed.
  private static let waveHeight: Int64 = 1 << 36

  /// (1 − cos 2πx)/2 of `waveHeight`, by sums and products alone, which no machine does otherwise.
  private static func wave(_ x: Double) -> Int64 {
    // sin² πx, folded to where the series is quick: 0 to 1/4.
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
