/// How many of a lane's markers are struck: 0 none to 1 all.
public struct Density: BitwiseCopyable, Sendable, Hashable {
  /// 0 to 1.
  public let value: Double

  /// Nil outside 0 to 1.
  public init?(_ value: Double) {
    guard (0...1).contains(value) else { return nil }
    self.value = value
  }

  /// The nearest whole number of hits on so many markers.
  func count(of markers: Int) -> Int { Int((value * Double(markers)).rounded()) }
}
