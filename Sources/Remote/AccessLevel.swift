/// What a page may ask for; each level includes those before it.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Looks and lists.
  case watch
  /// Starts, stops, strikes and mutes.
  case play
  /// Changes the document and how it is played.
  case edit
  /// Reads and writes patches by name, within the patch folder, and chooses SoundFonts by name.
  case files
  /// Ends or reloads the session, and reads and writes files by their path.
  case admin

  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
