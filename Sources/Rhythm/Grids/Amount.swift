import MusicalTime

/// An exact fraction of a whole.
public struct Amount: BitwiseCopyable, Sendable, Hashable {
  /// In lowest terms, as is `denominator`.
  let numerator: Int128
  let denominator: Int128

  /// Zero.
  public static let none = Amount(reducing: 0, over: 1)
  /// One half.
  public static let half = Amount(reducing: 1, over: 2)
  /// One.
  public static let all = Amount(reducing: 1, over: 1)

  /// The range of `value`, and of what is a part of a whole and not exact.
  public static let range = 0.0...1

  /// As help and errors show it: `0–1 or 0%–100%`, up to `most` of a whole.
  public static func words(upTo most: Double = range.upperBound) -> String {
    let parts = (range.lowerBound...most).words()
    let hundredths = (100 * range.lowerBound).written + "%–" + (100 * most).written + "%"
    return parts + " or " + hundredths
  }

  /// The largest denominator accepted from input.
  static let mostDenominator = 1_000_000

  /// A fraction; nil if it is not 0 to 1 or its denominator is not 1 to 10⁶.
  public init?(_ numerator: Int, over denominator: Int) {
    guard (1...Self.mostDenominator).contains(denominator), (0...denominator).contains(numerator)
    else { return nil }
    self.init(reducing: Int128(numerator), over: Int128(denominator))
  }

  private init(reducing numerator: Int128, over denominator: Int128) {
    var (a, b) = (denominator, numerator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// The exact linear interpolation at `part`/`whole` between two amounts; `whole` is at most 2³⁶.
  init(from: Amount, to: Amount, part: Int64, of whole: Int64) {
    let (part, whole) = (Int128(part), Int128(whole))
    self.init(
      reducing: from.numerator * to.denominator * (whole - part)
        + to.numerator * from.denominator * part,
      over: from.denominator * to.denominator * whole)
  }

  /// The nearest floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }
}

extension Amount: CustomStringConvertible {
  /// `1/2`, `0` or `1`; parses to the same amount.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// Parses `1/2`, `0.35` (exactly 35/100), `35%` or `1`; nil for anything else and for values outside
  /// 0 to 1.
  ///
  /// A longer decimal is rounded to the largest denominator, 10⁶: `0.6180339887` is 0.618034.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = Int(parts[0]), let denominator = Int(parts[1]) else { return nil }
      self.init(numerator, over: denominator)
      return
    }
    let isPercent = text.hasSuffix("%")
    self.init(decimal: text.dropLast(isPercent ? 1 : 0), of: isPercent ? 100 : 1)
  }

  /// Parses a decimal such as `0.35`, as a part of `hundred`, which is 1 or 100.
  private init?(decimal text: some StringProtocol, of hundred: Int) {
    guard text.utf8.count <= Self.longestDecimal else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ Self.isDigits($0) }), let whole = Int(parts[0])
    else { return nil }
    var digits: ArraySlice<UInt8> = parts.count == 2 ? Array(parts[1].utf8)[...] : []
    let zero = UInt8(ascii: "0")
    let isWhole = digits.allSatisfy { $0 == zero }
    guard whole < hundred || (whole == hundred && isWhole) else { return nil }
    var (numerator, denominator) = (whole, hundred)
    while denominator < Self.mostDenominator, let digit = digits.popFirst() {
      numerator = 10 * numerator + Int(digit - zero)
      denominator *= 10
    }
    if let next = digits.first, next >= zero + 5 { numerator += 1 }
    // What is not zero must not become zero.
    guard numerator > 0 || isWhole else { return nil }
    self.init(numerator, over: denominator)
  }

  /// The most characters of a decimal accepted from input.
  private static let longestDecimal = 32

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return !text.isEmpty && text.utf8.allSatisfy { digits.contains($0) }
  }
}
