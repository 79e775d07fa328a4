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
  /// What it humanises patterns with; nil for one that can't.
  public let hand: DrummerTables?

  public init(
    name: String, styles: [String], beginning: any BarInventor, hand: DrummerTables? = nil
  ) {
    self.name = name
    self.styles = styles
    self.beginning = beginning
    self.hand = hand
  }
}
