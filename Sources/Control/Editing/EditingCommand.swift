/// Something asked of the document rather than of what plays it.
public enum EditingCommand: Sendable, Hashable {
  /// Take back the last so many changes.
  case undo(Int)
  /// Make the last so many undone changes again.
  case redo(Int)
  /// List what can be undone and redone.
  case history
}
