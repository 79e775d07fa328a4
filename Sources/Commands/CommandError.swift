import Shell

/// Why a command could not be carried out; nothing was changed.
public struct CommandError: Error, Hashable, Codable, CustomStringConvertible {
  /// Whether the words were wrong rather than the world.
  public let isUsage: Bool
  /// One plain sentence: what is wrong and what to do.
  public let description: String

  /// Line breaks in `description` become spaces.
  public init(_ description: String, isUsage: Bool = false) {
    self.isUsage = isUsage
    // It quotes what was typed, and names from files; all fits on one line.
    self.description = description.onOneLine
  }
}
