/// When another pattern begins that is asked for while one plays. Real-time: yes.
public enum SwitchMoment: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// At once, in the place that is reached.
  case now
  /// At the next beat.
  case beat
  /// At the next bar.
  case bar
  /// When what plays begins again.
  case loopEnd
}

extension SwitchMoment: CustomStringConvertible {
  /// The word in commands and files: `now`, `beat`, `bar` or `loop`.
  public var description: String {
    switch self {
    case .now: "now"
    case .beat: "beat"
    case .bar: "bar"
    case .loopEnd: "loop"
    }
  }

  /// The moment of that word; nil for any other.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.description == name }) else { return nil }
    self = found
  }
}
