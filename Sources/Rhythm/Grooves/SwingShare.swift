public import MusicalTime

/// The share of a note pair's length that the first note takes; stored exactly (66 % or
/// 2/3).
public struct SwingShare: Sendable, Hashable {
  private let numerator: Int64
  private let denominator: Int64

  /// The range in per cent.
  public static let percents = 50...75

  /// No swing: 50 %.
  public static let even = SwingShare(unchecked: 1, over: 2)
  /// Triplet swing: 2/3.
  public static let triplet = SwingShare(unchecked: 2, over: 3)

  private init(unchecked numerator: Int64, over denominator: Int64) {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// A fraction; nil outside `percents` or with a denominator above 1000.
  public init?(_ numerator: Int, over denominator: Int) {
    guard (1...1_000).contains(denominator), (0...1_000).contains(numerator),
      100 * numerator >= Self.percents.lowerBound * denominator,
      100 * numerator <= Self.percents.upperBound * denominator
    else { return nil }
    self.init(unchecked: Int64(numerator), over: Int64(denominator))
  }

  /// Per cent, rounded to a thousandth; nil outside `percents`.
  public init?(percent: Double) {
    guard ClosedRange(Self.percents).contains(percent) else { return nil }
    self.init(unchecked: Int64((percent * 1_000).rounded()), over: 100_000)
  }

  /// The position of the second note in a pair of this length, to the nearest unit.
  public func place(in pair: Beats) -> Beats {
    Beats(units: (2 * pair.units * numerator + denominator) / (2 * denominator))
  }
}

extension SwingShare: CustomStringConvertible {
  /// `66`, `66.7` or `2/3`; parses to the same share.
  public var description: String {
    guard 100_000 % denominator == 0 else { return "\(numerator)/\(denominator)" }
    let percent = Double(numerator * (100_000 / denominator)) / 1_000
    return percent == percent.rounded() ? String(Int(percent)) : String(percent)
  }

  /// Parses `66`, `66.7`, `66%` or `2/3`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = Int(parts[0]), let denominator = Int(parts[1]) else { return nil }
      self.init(numerator, over: denominator)
    } else {
      guard let percent = Double(text.hasSuffix("%") ? text.dropLast() : text[...]) else {
        return nil
      }
      self.init(percent: percent)
    }
  }
}
