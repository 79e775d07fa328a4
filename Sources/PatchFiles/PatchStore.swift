public import Rhythm

/// Where patches come from and go to.
public protocol PatchStore: Sendable {
  /// Reads a patch by path or factory name; answers it with the path it was found at.
  func load(_ name: String) throws(PatchError) -> (patch: Patch, path: String)
  /// Where a patch that is saved as `name`, a path or a patch's name, goes.
  func destination(of name: String) throws(PatchError) -> String
  /// The kit of the patch that was read at `former` as it is to be written at `path`: a SoundFont that
  /// is named from where the patch was is found from there as well.
  func kit(_ kit: KitDescription, movedFrom former: String?, to path: String) -> KitDescription
  /// Writes a patch, leaving what was there when it fails.
  func save(_ patch: Patch, to path: String) throws(PatchError)
}
