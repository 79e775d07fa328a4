import Files
public import PatchFiles
public import Rhythm

/// What is edited: the patch, what in it is selected, and how it stands to its file.
public struct Document: Sendable, Hashable {
  /// What is saved.
  public var patch: Patch
  /// What of the pattern the next edit is of; nil for all of it.
  public var selection: Selection?
  /// Where the patch came from, or nil for one that has no file.
  public var file: String?
  /// The file as it was when the patch was read from it or written to it; nil for neither.
  var version: FileVersion?
  /// Whether the patch was changed since it was read or written.
  public var isEdited: Bool
  /// The edits of an earlier session that it goes on from, until they are saved.
  public var recovered: UnsavedEdits?

  /// Unedited and without a selection, unless given.
  public init(
    _ patch: Patch, selection: Selection? = nil, file: String?, isEdited: Bool = false,
    recovered: UnsavedEdits? = nil
  ) {
    self.patch = patch
    self.selection = selection
    self.file = file
    self.isEdited = isEdited
    self.recovered = recovered
  }
}
