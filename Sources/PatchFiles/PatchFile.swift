public import Files
public import Rhythm
import Shell

/// Reads, writes and finds patches on disk.
public enum PatchFile {
  /// Largest file read as a patch, in bytes.
  public static let largest = 16 * 1_048_576

  /// The name of the file at `path`, without its ending.
  public static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }

  /// The patch in the file at `path`.
  public static func load(_ path: String) throws(PatchError) -> Patch {
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.bytes(at: path, limit: largest)
    } catch {
      let problem: PatchError.Reason =
        switch error {
        case .system(let system): .unreadable(system.reason)
        case .directory: .directory
        case .notRegular: .notRegular
        case .tooLarge: .tooLarge
        }
      throw PatchError(file: path, problem)
    }
    return try Patch(json: bytes, file: path)
  }

  /// Writes the patch to a temporary file and renames it to `path`, which ends in `.json`; on
  /// failure the old file stays as it was. A patch that could not be read again is refused.
  public static func save(_ patch: Patch, to path: String) throws(PatchError) {
    guard path.hasSuffix(".json") else { throw PatchError(file: path, .otherEnding) }
    let bytes = Array(patch.json.utf8)
    if let obstacle = obstacle(toReading: bytes) { throw PatchError(file: path, obstacle) }
    do {
      try FileReplacement.replace(path, with: bytes)
    } catch {
      throw PatchError(file: path, .unwritable(error.reason))
    }
  }

  /// Why a patch that was written could not be read again: it is too large.
  static func obstacle(toReading bytes: [UInt8]) -> PatchError.Reason? {
    guard bytes.count <= largest else {
      return .unwritable(
        "it would have \(bytes.count >> 20) MiB, and one of at most \(largest >> 20) MiB can be read "
          + "again; delete patterns, sections or tempo changes")
    }
    // A value has at least two bytes of text, its comma included.
    guard bytes.count >= 2 * JSONReader.most else { return nil }
    do throws(JSONError) { _ = try JSONReader.read(bytes) } catch {
      return .unwritable(
        "it would have more than \(JSONReader.most) values, which could not be read again; delete "
          + "patterns, sections or tempo changes")
    }
    return nil
  }

  /// The path of `name`: a path unchanged, or a patch's name such as `rock` in `folders`; of a folder only where no
  /// file has that name.
  public static func find(
    _ name: String, in folders: DataFolders = DataFolders(of: "Patches")
  ) throws(PatchError) -> String {
    if isPath(name) { return HomeFolder.expanded(name) }
    let places = places(of: name, in: folders) + [name, "\(name).json"]
    let file = places.first(where: FolderListing.holdsFile)
    if let path = file ?? places.first(where: FolderListing.holds) { return path }
    let nearest = Spelling.nearest(to: hyphenated(name), among: names(in: folders))
    throw PatchError(file: name, .notFound(nearest: nearest, folders: folders.paths))
  }

  /// The paths in `folders` at which a patch called `name` is looked for, in this order.
  public static func places(of name: String, in folders: DataFolders) -> [String] {
    folders.paths.flatMap { places(of: name, inFolder: $0) }
  }

  /// The file as it is named, and the hyphenated one.
  private static func places(of name: String, inFolder folder: String) -> [String] {
    ["\(folder)/\(name).json", "\(folder)/\(hyphenated(name)).json"]
  }

  /// Where a patch saved as `name` goes, so that loading `name` finds it: a path unchanged, or a
  /// name in the user's own folder, which is searched first: the file that is found there by that name, else
  /// the hyphenated one. A factory patch is never overwritten: it goes to the user's own folder too.
  public static func destination(
    of name: String, in folders: DataFolders = DataFolders(of: "Patches")
  ) throws(PatchError) -> String {
    var file: Substring?
    if isPath(name) {
      let path = HomeFolder.expanded(name)
      guard path.hasSuffix(".json") else { throw PatchError(file: name, .otherEnding) }
      guard folders.isInstalled(path) else { return path }
      file = path.split(separator: "/").last
    } else if name.isEmpty || looksLikeFile(name) {
      throw PatchError(file: name, .otherEnding)
    }
    guard let own = folders.own else { throw PatchError(file: name, .noOwnFolder) }
    if let file { return "\(own)/\(file)" }
    return places(of: name, inFolder: own).first(where: FolderListing.holdsFile)
      ?? "\(own)/\(hyphenated(name)).json"
  }

  /// Whether `name` is a path; anything else is searched by name.
  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json")
  }

  /// Whether a name has the ending of another kind of file.
  private static func looksLikeFile(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...]
    return (1...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// The names of the patches in `folders`, each once, sorted; of a folder at most `FolderListing.mostFiles`.
  public static func names(in folders: DataFolders = DataFolders(of: "Patches")) -> [String] {
    let files = folders.paths.flatMap { FolderListing.files(in: $0, ending: [".json"]).names }
    return Set(files.filter { $0.hasSuffix(".json") && $0.first != "." }.map { $0.dropLast(5) })
      .map { String($0) }.sorted()
  }

  /// A patch's name as used in its file name: “Jazz Ride” is `jazz-ride`.
  private static func hyphenated(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
  }
}
