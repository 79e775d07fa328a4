public import Files
public import Rhythm

/// Edits that were not saved: a session ended, or something else is played now.
public struct UnsavedEdits: Sendable, Hashable {
  /// The name for choosing them: that of the edited file, with a number where several have it.
  public internal(set) var name: String
  /// The file that was edited; nil for a patch that was never saved.
  public let original: String?
  /// The path of the edited patch.
  public let file: String
  /// When it was last kept as what is played: no two edits of a session have the same time.
  public let written: FileTime
}

/// What a session leaves that was not saved.
public struct LeftEdits: Sendable, Equatable {
  /// Where they are kept; nil where nothing could be.
  public let folder: String?
  /// The names of those that are kept as they were at the end, by which the next session offers them, the latest
  /// first.
  public let kept: [String]
  /// The names of those whose last changes could not be written.
  public let lost: [String]

  /// Edits called `kept` in `folder`, and others called `lost`.
  public init(folder: String?, kept: [String], lost: [String] = []) {
    (self.folder, self.kept, self.lost) = (folder, kept, lost)
  }
}

/// Keeps unsaved edits, so that a crash loses little. Thread-safe. Real-time: no.
public protocol RecoveryStore: Sendable {
  /// Keeps `patch` as the unsaved version of the file at `path`, or with nil drops it; returns at
  /// once. Where it goes on from `earlier` edits, those are deleted as soon as the session has ended
  /// and it is written.
  func keep(_ patch: Patch?, of path: String?, goingOnFrom earlier: UnsavedEdits?)
  /// Something else is played than what is kept of the file at `path`: that stays, for `left`, whatever is kept of
  /// the file from then on. False where nothing is kept of it, or only what an earlier session left.
  func setAside(_ path: String?) -> Bool
  /// `patch`, which is played as the file at `path`, is in a file now: it is kept no longer, nor where it was set
  /// aside.
  func wasSaved(_ patch: Patch, of path: String?)
  /// Unsaved edits of sessions that have ended, and what this one has set aside, latest first.
  func left() -> [UnsavedEdits]
  /// Reads unsaved edits.
  func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch
  /// Deletes unsaved edits.
  func forget(_ edits: UnsavedEdits)
  /// Waits until all is written or can't be; nil if everything is saved.
  func finish() -> LeftEdits?
}

/// Keeps nothing.
public struct NoRecovery: RecoveryStore {
  /// A store for tests and for runs without recovery.
  public init() {}
  public func keep(_ patch: Patch?, of path: String?, goingOnFrom earlier: UnsavedEdits?) {}
  public func setAside(_ path: String?) -> Bool { false }
  public func wasSaved(_ patch: Patch, of path: String?) {}
  public func left() -> [UnsavedEdits] { [] }
  public func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch {
    throw PatchError(file: edits.file, .unreadable("nothing is kept here"))
  }
  public func forget(_ edits: UnsavedEdits) {}
  public func finish() -> LeftEdits? { nil }
}
