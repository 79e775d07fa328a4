public import Rhythm

/// What is edited: the patch, what in it is selected, and how it stands to its file.
public struct Document: Sendable, Hashable {
  public var patch: Patch
  /// Where the patch came from, or nil for one that has no file.
  public var file: String?
  /// Whether the patch was changed since it was read or written.
  public var isEdited: Bool

  public init(_ patch: Patch, file: String?, isEdited: Bool = false) {
    self.patch = patch
    self.file = file
    self.isEdited = isEdited
  }
}
