import Shell

/// Why the drummer can't play, or can't do what was requested.
public struct DrummerError: Error, Hashable, CustomStringConvertible {
  /// One sentence: the cause and the remedy.
  public let description: String

  /// An error with the sentence `description`, made to fit on one line.
  public init(_ description: String) {
    // It quotes typed text and names from files; all fits on one line.
    self.description = description.onOneLine
  }
}
