/// What the drummer decides of a hit, in this order, each knowing what was decided before it.
public enum Attribute: Int, CaseIterable, Sendable, Hashable {
  /// How many sixteenths after the last hit.
  case step
  /// Which of the vocabulary's drums.
  case drum
  /// How far before or after its sixteenth.
  case offset
  /// How hard.
  case velocity

  /// How many values it takes: 34, 13, 24 and 32.
  public var count: Int {
    switch self {
    case .step: Token.longestWait + 1
    case .drum: Vocabulary.drumCount
    case .offset: Vocabulary.ticksPerStep
    case .velocity: Vocabulary.velocityCount
    }
  }

  /// Its name in the names of tensors.
  public var key: String {
    switch self {
    case .step: "ds"
    case .drum: "note"
    case .offset: "off"
    case .velocity: "vel"
    }
  }

  /// Those decided before it.
  public var earlier: ArraySlice<Attribute> { Self.allCases[..<rawValue] }

  /// Whether it knows the two strokes before it on the same drum.
  public var knowsItsDrum: Bool { self == .offset || self == .velocity }
}
