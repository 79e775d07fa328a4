public import Commands
public import Files
import Foundation
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

  /// As `load` would find it.
  public func destination(of name: String) throws(CommandError) -> String {
    do throws(PatchError) { return try PatchFile.destination(of: name, in: folders) } catch {
      throw CommandError("\(error)")
    }
  }

  /// Absolute where it lies elsewhere than with the patch; what is found by its name alone in a
  /// folder of SoundFonts keeps it.
  public func kit(
    _ kit: KitDescription, movedFrom former: String?, to path: String
  ) -> KitDescription {
    guard let named = kit.soundFont, !named.hasPrefix("/"), !named.hasPrefix("~") else {
      return kit
    }
    let (old, new) = (Self.folder(of: former ?? ""), Self.folder(of: path))
    let candidates = ["\(old)/\(named)", named].map(Self.absolute)
    guard let found = candidates.first(where: FolderListing.holds) else { return kit }
    var kit = kit
    let beside = Self.absolute(new) + "/"
    kit.soundFont = found.hasPrefix(beside) ? String(found.dropFirst(beside.count)) : found
    return kit
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Written beside and then renamed: a failure leaves the old file as it was.
  public func save(_ patch: Patch, to path: String) throws(CommandError) {
    // The user's own folder is made when first needed.
    if let own = folders.own, path.hasPrefix(own + "/") {
      try? FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    }
    do throws(PatchError) { try PatchFile.save(patch, to: path) } catch {
      throw CommandError("\(error)")
    }
  }
}
