public import Rhythm

/// Loads and saves patches.
public protocol PatchStore: Sendable {
  /// Reads a patch by path or factory name; returns it with the path it was found at.
  func load(_ name: String) throws(PatchError) -> (patch: Patch, path: String)
  /// Where a patch saved as `name`, a path or a patch's name, goes.
  func destination(of name: String) throws(PatchError) -> String
  /// The kit of a patch read at `former`, for writing at `path`: adjusts relative paths of
  /// SoundFonts so that they are still found.
  func kit(_ kit: KitDescription, movedFrom former: String?, to path: String) -> KitDescription
  /// Writes a patch; on failure the old file stays as it was.
  func save(_ patch: Patch, to path: String) throws(PatchError)
}
