public import Installation
public import Rhythm

/// Patches on disk: files by path, factory patches by name.
public struct PatchFiles: PatchStore {
  private let folders: DataFolders

  /// Looks for factory patches in `folders`.
  public init(folders: DataFolders = DataFolders(of: "Patches")) { self.folders = folders }

  /// The names of the patches in the folders, sorted.
  public var factoryNames: [String] { PatchFile.names(in: folders) }

  /// A path as it is, or a name from the first folder that has it.
  public func load(_ name: String) throws(CommandError) -> (patch: Patch, path: String) {
    do throws(PatchError) {
      let path = try PatchFile.find(name, in: folders)
      return (try PatchFile.load(path), path)
    } catch { throw CommandError("\(error)") }
  }

  /// Written beside and then renamed: a failure leaves the old file as it was.
  public func save(_ patch: Patch, to path: String) throws(CommandError) {
    do throws(PatchError) { try PatchFile.save(patch, to: path) } catch {
      throw CommandError("\(error)")
    }
  }
}
