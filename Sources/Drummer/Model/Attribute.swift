/// The attributes of a hit, in the order in which the model samples them; each is conditioned on
/// those before it.
public enum Attribute: Int, CaseIterable, Sendable, Hashable {
  /// Sixteenths since the last hit.
  case step
  /// Index of the drum in the vocabulary.
  case drum
  /// Micro-timing relative to the sixteenth.
  case offset
  /// Velocity bin.
  case velocity

  /// The number of values: 34, 13, 24 or 32.
  public var count: Int {
    switch self {
    case .step: Token.longestWait + 1
    case .drum: Vocabulary.drumCount
    case .offset: Vocabulary.ticksPerStep
    case .velocity: Vocabulary.velocityCount
    }
  }

  /// The key used in tensor names.
  public var key: String {
    switch self {
    case .step: "ds"
    case .drum: "note"
    case .offset: "off"
    case .velocity: "vel"
    }
  }

  /// The attributes sampled before this one.
  public var earlier: ArraySlice<Attribute> { Self.allCases[..<rawValue] }

  /// Whether it is conditioned on the last two hits of the same drum.
  public var knowsItsDrum: Bool { self == .offset || self == .velocity }
}
