public import Drummer

/// A drummer that can be hired: what it is called, which styles it knows, and itself before its
/// first bar.
public struct TrainedDrummer: Sendable {
  /// In words, for people.
  public let name: String
  /// As `drummer style` takes them.
  public let styles: [String]
  /// Before its first bar.
  public let beginning: any BarInventor

  public init(name: String, styles: [String], beginning: any BarInventor) {
    self.name = name
    self.styles = styles
    self.beginning = beginning
  }
}
