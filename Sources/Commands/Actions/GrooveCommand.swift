public import Rhythm

/// What can be asked of grooves.
public enum GrooveCommand: Sendable, Hashable {
  /// List the grooves that have names.
  case list
  /// Play in a groove, or (nil) take it away.
  case use(GrooveUse?, Target)
  /// Play in a groove that is taken from somewhere; its name is the source's unless given.
  case extract(Source, name: String?, Target)

  /// What plays in the groove.
  public enum Target: Sendable, Hashable {
    /// All patterns that have no groove of their own.
    case patch
    /// The selected pattern.
    case pattern
  }

  /// Where a groove is taken from.
  public enum Source: Sendable, Hashable {
    /// The selected pattern.
    case pattern
    /// The drums of a MIDI file.
    case file(String)
  }
}
