public import MusicalTime

/// A pattern played so many times, perhaps at a tempo and in a groove of its own.
public struct Section: Sendable, Hashable {
  /// The name of one of the patch's patterns.
  public var pattern: String
  /// 1 to 999; a number outside becomes the nearest.
  public var repeats: Int {
    didSet { repeats = Self.clamped(repeats) }
  }
  /// From its beginning on, while our own clock leads; nil goes on as before.
  public var tempo: Tempo?
  /// Instead of the pattern's; nil leaves that.
  public var groove: GrooveUse?

  /// The numbers of repeats that there can be.
  public static let repeatCounts = 1...999

  /// A number of repeats outside 1 to 999 becomes the nearest.
  public init(
    pattern: String, repeats: Int = 1, tempo: Tempo? = nil, groove: GrooveUse? = nil
  ) {
    self.pattern = pattern
    self.repeats = Self.clamped(repeats)
    self.tempo = tempo
    self.groove = groove
  }

  private static func clamped(_ repeats: Int) -> Int {
    min(max(repeats, repeatCounts.lowerBound), repeatCounts.upperBound)
  }
}
