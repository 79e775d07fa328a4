public import Rhythm

/// The document as it is now, for those who watch.
public struct WatchedDocument: Sendable {
  /// Counts the changes.
  public var revision: Int
  /// The patch of that revision.
  public var patch: Patch
  /// The changes that can be undone and redone by name, the next first; a few of them.
  public var undo: [String]
  /// The changes that can be made again, the next first; a few of them.
  public var redo: [String]
  /// How many changes were made and not undone, those included that are too old to be undone.
  public var depth: Int
}

extension WatchedDocument {
  init(_ document: EditedDocument) {
    let history = document.history
    self.init(
      revision: document.revision, patch: document.patch, undo: Self.latest(history.made),
      redo: Self.latest(history.undone), depth: history.made.count + history.forgotten)
  }

  private static func latest(_ changes: [UndoHistory<Document>.Change]) -> [String] {
    changes.suffix(8).reversed().map(\.name)
  }
}
