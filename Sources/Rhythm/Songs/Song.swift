public import MusicalTime

/// An order of patterns.
public struct Song: Sendable, Hashable {
  public var sections: [Section]
  /// Whether it begins again when it ends.
  public var loops: Bool

  /// The most sections.
  public static let mostSections = 1_000

  public init(sections: [Section] = [], loops: Bool = false) {
    self.sections = sections
    self.loops = loops
  }
}

/// A pattern played so many times, perhaps at a tempo and in a groove of its own.
public struct Section: Sendable, Hashable {
  /// The name of one of the patch's patterns.
  public var pattern: String
  /// 1 to 999.
  public var repeats: Int
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
    self.repeats = min(max(repeats, 1), 999)
    self.tempo = tempo
    self.groove = groove
  }
}
