public import Rhythm

/// Edits that a session ended without saving.
public struct UnsavedEdits: Sendable, Hashable {
  /// The name for choosing them: that of the edited file.
  public let name: String
  /// The file that was edited; nil for a patch that was never saved.
  public let original: String?
  /// The path of the edited patch.
  public let file: String
  /// When it was written, in seconds since 1970.
  public let written: Int
}

/// Keeps unsaved edits, so that a crash loses little. Thread-safe. Real-time: no.
public protocol RecoveryStore: Sendable {
  /// Keeps `patch` as the unsaved version of the file at `path`, or with nil drops it; returns at
  /// once.
  func keep(_ patch: Patch?, of path: String?)
  /// Unsaved edits of sessions that have ended, latest first.
  func left() -> [UnsavedEdits]
  /// Reads unsaved edits.
  func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch
  /// Deletes unsaved edits.
  func forget(_ edits: UnsavedEdits)
  /// Waits until all is written; returns the folder and the names of the unsaved edits, nil if
  /// everything is saved.
  func finish() -> (folder: String, names: [String])?
}

/// Keeps nothing.
public struct NoRecovery: RecoveryStore {
  /// A store for tests and for runs without recovery.
  public init() {}
  public func keep(_ patch: Patch?, of path: String?) {}
  public func left() -> [UnsavedEdits] { [] }
  public func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch {
    throw PatchError(file: edits.file, .unreadable("nothing is kept here"))
  }
  public func forget(_ edits: UnsavedEdits) {}
  public func finish() -> (folder: String, names: [String])? { nil }
}
