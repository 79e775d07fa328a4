/// The share of a lane's markers that have a hit, 0 to 1.
public struct Density: BitwiseCopyable, Sendable, Hashable {
  /// 0 to 1.
  public let value: Double

  /// Nil outside 0 to 1.
  public init?(_ value: Double) {
    guard Amount.range.contains(value) else { return nil }
    self.value = value
  }

  /// The number of hits on `markers` markers, to the nearest whole number.
  func count(of markers: Int) -> Int { Int((value * Double(markers)).rounded()) }
}
