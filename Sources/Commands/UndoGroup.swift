/// Changes that are one to undo, as long as no other comes between them and stays.
///
/// What is loaded, imported or recorded is a change by itself, and comes between even where it is sent under the mark of a
/// gesture.
public enum UndoGroup: Sendable, Hashable {
  /// Values of one fader, by where they come from: changes of one name, each soon after the one before.
  case stream(CommandOrigin)
  /// What is sent under one mark, as while a hand drags: changes of any names, however long they take.
  case gesture(String)
}
