public import Commands
public import Rhythm

/// Edits that a session ended without saving.
public struct UnsavedEdits: Sendable, Hashable {
  /// What they are called where one is chosen: the name of the file that was edited.
  public let name: String
  /// The file that was edited; nil for a patch that never had one.
  public let original: String?
  /// Where the edited patch is.
  public let file: String
  /// When it was written, in seconds since 1970.
  public let written: Int
}

/// Keeps what is edited and not saved yet, so that a crash loses little. Thread-safe. Real-time: no.
public protocol RecoveryStore: Sendable {
  /// Keeps `patch` as what the file at `path` would be once saved, or (nil) forgets what was kept of it;
  /// returns at once.
  func keep(_ patch: Patch?, of path: String?)
  /// What sessions that have ended left, the latest first.
  func left() -> [UnsavedEdits]
  /// Reads what was left.
  func read(_ edits: UnsavedEdits) throws(CommandError) -> Patch
  /// Forgets what was left.
  func forget(_ edits: UnsavedEdits)
  /// Waits until all is written; answers where, and what of: nil where everything is saved.
  func finish() -> (folder: String, names: [String])?
}

/// Keeps nothing.
public struct NoRecovery: RecoveryStore {
  public init() {}
  public func keep(_ patch: Patch?, of path: String?) {}
  public func left() -> [UnsavedEdits] { [] }
  public func read(_ edits: UnsavedEdits) throws(CommandError) -> Patch {
    throw CommandError("\(edits.name): there is nothing to recover")
  }
  public func forget(_ edits: UnsavedEdits) {}
  public func finish() -> (folder: String, names: [String])? { nil }
}
