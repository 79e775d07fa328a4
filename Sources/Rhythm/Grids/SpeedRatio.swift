import MusicalTime

/// The speed of a lane relative to its pattern, rational or real, stored exactly. Real-time: yes.
public struct SpeedRatio: BitwiseCopyable, Sendable, Hashable {
  /// Lane beats per `denominator` pattern beats; positive.
  public let numerator: Int64
  /// Positive.
  public let denominator: Int64

  /// The fastest, and what the slowest is a part of.
  private static let most = 64
  /// The range of `value`.
  public static let range = 1 / Double(most)...Double(most)
  /// The range as it is written.
  public static let rangeInWords = (Beats(1, over: Int64(most))...Beats(Int64(most))).words()

  /// The whole numbers that a ratio is written with.
  private static let terms = 1...1_000_000

  /// The pattern's speed.
  public static let one = SpeedRatio(unchecked: 1, over: 1)

  private init(unchecked numerator: Int64, over denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A ratio of whole numbers; nil if one is not positive or above 10⁶, or if the ratio is outside
  /// `range`.
  public init?(_ numerator: Int, over denominator: Int) {
    guard Self.terms.contains(numerator), Self.terms.contains(denominator),
      Self.range.contains(Double(numerator) / Double(denominator))
    else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.init(unchecked: Int64(numerator / a), over: Int64(denominator / a))
  }

  /// The exact value of a `Double`, which in this range is a multiple of 2⁻⁵⁸; nil outside
  /// `range`.
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    let exponent = max(0, 52 - Int(value.exponent))
    let scaled = value * Double(sign: .plus, exponent: exponent, significand: 1)
    let shift = Int64(scaled).trailingZeroBitCount
    let spare = min(shift, exponent)
    self.init(unchecked: Int64(scaled) >> Int64(spare), over: 1 << Int64(exponent - spare))
  }

  /// The nearest floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The pattern position at which the lane has played `units`, rounded to the nearest unit.
  @_noLocks public func patternUnits(ofLane units: Int64) -> Int64 {
    if numerator == denominator { return units }
    let scaled = (Int128(units) * Int128(denominator)) * 2 + Int128(numerator)
    return Self.floor(scaled, by: Int128(numerator) * 2)
  }

  /// The lane's first unit that is played at or after the pattern position `units`.
  @_noLocks public func laneUnits(atOrAfter units: Int64) -> Int64 {
    if numerator == denominator { return units }
    // The smallest u for which round(u·d/n) ≥ units: u·d·2 + n ≥ units·2·n.
    let needed = (Int128(units) * 2 - 1) * Int128(numerator)
    return 0 &- Self.floor(0 - needed, by: Int128(denominator) * 2)
  }

  @_noLocks private static func floor(_ dividend: Int128, by divisor: Int128) -> Int64 {
    let quotient = dividend / divisor
    return Int64(
      truncatingIfNeeded: quotient * divisor > dividend ? quotient - 1 : quotient)
  }
}

extension SpeedRatio: CustomStringConvertible {
  /// `3/2`, `√2` or a decimal number; parses to the same ratio.
  public var description: String {
    let most = Self.terms.upperBound
    if numerator <= most, denominator <= most {
      return denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
    let square = (value * value).rounded()
    return SpeedRatio(square.squareRoot()) == self ? "√\(Int(square))" : "\(value)"
  }

  /// Parses `3/2`, `√2` (or `sqrt2`) or a number; nil for anything else.
  public init?(_ text: some StringProtocol) {
    for root in ["√", "sqrt"] where text.hasPrefix(root) {
      guard let square = UInt16(text.dropFirst(root.count)) else { return nil }
      self.init(Double(square).squareRoot())
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]) {
      self.init(numerator, over: denominator)
    } else {
      guard parts.count == 1, let value = Double(parts[0]) else { return nil }
      self.init(value)
    }
  }
}
