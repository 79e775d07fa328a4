public import MusicalTime

/// A part of a song: a pattern, the number of repeats, and optionally a tempo and groove.
public struct Section: Sendable, Hashable {
  /// The name of one of the patch's patterns.
  public var pattern: String
  /// Clamped to `repeatCounts`.
  public var repeats: Int {
    didSet { repeats = Self.clamped(repeats) }
  }
  /// The tempo from its beginning, if our own clock is the master; nil keeps the current tempo.
  public var tempo: Tempo?
  /// Tempo changes within the section, such as a ritardando, by beats from its beginning; beats
  /// must be positive and increasing, others are dropped.
  public var tempi: [TempoChange] {
    didSet { tempi = Self.ordered(tempi) }
  }
  /// Replaces the pattern's groove; nil keeps it.
  public var groove: GrooveUse?

  /// The range of `repeats`.
  public static let repeatCounts = 1...999

  /// The maximum number of tempo changes in a section.
  public static let mostTempi = 4_096

  /// `repeats` is clamped to `repeatCounts`.
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

/// A tempo that applies from a beat of a section on.
public struct TempoChange: BitwiseCopyable, Sendable, Hashable {
  /// Counted from the section's beginning.
  public var beat: Beats
  /// The tempo from there on.
  public var tempo: Tempo

  /// `tempo` from `beat` on.
  public init(beat: Beats, tempo: Tempo) {
    self.beat = beat
    self.tempo = tempo
  }
}
