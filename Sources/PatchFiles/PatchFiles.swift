import Commands
public import Files
import Foundation
public import Rhythm

/// Patches on disk: files by path, factory patches by name.
public struct PatchFiles: PatchStore {
  private let folders: DataFolders
  private let namesWholePaths: Bool

  /// Searches `folders` for factory patches. What `namesWholePaths` returns absolute paths, so that one file has
  /// one path, however it was named.
  public init(
    folders: DataFolders = DataFolders(of: "Patches"), namesWholePaths: Bool = false
  ) {
    (self.folders, self.namesWholePaths) = (folders, namesWholePaths)
  }

  /// The names of the patches in the folders, sorted.
  public var factoryNames: [String] { PatchFile.names(in: folders) }

  /// The folders that have them, in the order in which they are searched, as `load` names them in paths.
  public var folderPaths: [String] { folders.paths.map(named) }

  /// Reads a path, or a name from the first folder that has it.
  public func load(_ name: String) throws(PatchError) -> (patch: Patch, path: String) {
    let path = try PatchFile.find(name, in: folders)
    return (try PatchFile.load(path), named(path))
  }

  /// Where `load` would find it.
  public func destination(of name: String) throws(PatchError) -> String {
    named(try PatchFile.destination(of: name, in: folders))
  }

  private func named(_ path: String) -> String { namesWholePaths ? AbsolutePath.of(path) : path }

  /// SoundFonts in another folder than the patch get an absolute path; one found by name in the
  /// folders of SoundFonts keeps its name.
  public func kit(
    _ kit: KitDescription, movedFrom former: String?, to path: String
  ) -> KitDescription {
    var moved = kit
    moved.soundFont = kit.soundFont.map { Self.font($0, movedFrom: former, to: path) }
    for (drum, source) in kit.sources {
      let font = Self.font(source.font, movedFrom: former, to: path)
      moved[drum].source = DrumSource(font: font, preset: source.preset, key: source.key)
    }
    return moved
  }

  private static func font(
    _ named: String, movedFrom former: String?, to path: String
  ) -> String {
    guard !named.hasPrefix("/"), !named.hasPrefix("~") else { return named }
    let (old, new) = (folder(of: former ?? ""), folder(of: path))
    let candidates = ["\(old)/\(named)", named].map(absolute)
    guard let found = candidates.first(where: FolderListing.holdsFile) else { return named }
    let beside = absolute(new) + "/"
    return found.hasPrefix(beside) ? String(found.dropFirst(beside.count)) : found
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Writes a temporary file and renames it: on failure the old file stays as it was.
  public func save(_ patch: Patch, to path: String) throws(PatchError) {
    // The user's own folder is created when first needed.
    if let own = folders.own, path.hasPrefix(own + "/") {
      try? FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    }
    try PatchFile.save(patch, to: path)
  }
}
