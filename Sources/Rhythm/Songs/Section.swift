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
  /// Tempi that follow within it, such as those of a ritardando, by beats from its beginning, which
  /// are positive and each later than the one before; others are left out.
  public var tempi: [TempoChange] {
    didSet { tempi = Self.ordered(tempi) }
  }
  /// Instead of the pattern's; nil leaves that.
  public var groove: GrooveUse?

  /// The numbers of repeats that there can be.
  public static let repeatCounts = 1...999

  /// How many tempi may follow within one.
  public static let mostTempi = 4_096

  /// A number of repeats outside 1 to 999 becomes the nearest.
  public init(
    pattern: String, repeats: Int = 1, tempo: Tempo? = nil, tempi: [TempoChange] = [],
    groove: GrooveUse? = nil
  ) {
    self.pattern = pattern
    self.repeats = Self.clamped(repeats)
    self.tempo = tempo
    self.tempi = Self.ordered(tempi)
    self.groove = groove
  }

  private static func ordered(_ tempi: [TempoChange]) -> [TempoChange] {
    var ordered: [TempoChange] = []
    for change in tempi.prefix(mostTempi) where change.beat > ordered.last?.beat ?? .zero {
      ordered.append(change)
    }
    return ordered
  }

  private static func clamped(_ repeats: Int) -> Int {
    min(max(repeats, repeatCounts.lowerBound), repeatCounts.upperBound)
  }
}

/// A tempo from a beat of a section on.
public struct TempoChange: BitwiseCopyable, Sendable, Hashable {
  /// From the section's beginning.
  public var beat: Beats
  public var tempo: Tempo

  public init(beat: Beats, tempo: Tempo) {
    self.beat = beat
    self.tempo = tempo
  }
}
