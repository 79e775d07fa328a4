import Shell

/// Why the drummer does not play, or cannot play what it is asked for.
public struct DrummerError: Error, Hashable, CustomStringConvertible {
  /// One sentence: what is wrong, and what to do.
  public let description: String

  public init(_ description: String) {
    // It quotes what was typed, and names from files; all fits on one line.
    self.description = description.onOneLine
  }
}
