/// When playback switches to another pattern. Real-time: yes.
public enum SwitchMoment: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// Immediately, at the current position.
  case now
  /// At the next beat.
  case beat
  /// At the next bar.
  case bar
  /// At the end of the current loop.
  case loopEnd
}

extension SwitchMoment: CustomStringConvertible {
  /// The word used in commands and files: `now`, `beat`, `bar` or `loop`.
  public var description: String {
    switch self {
    case .now: "now"
    case .beat: "beat"
    case .bar: "bar"
    case .loopEnd: "loop"
    }
  }

  /// The moment with this name, or nil.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.description == name }) else { return nil }
    self = found
  }
}
