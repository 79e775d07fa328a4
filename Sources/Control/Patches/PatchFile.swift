public import Installation
public import Rhythm

/// Patches on disk.
public enum PatchFile {
  /// The largest file that is read as a patch.
  public static let largest = 16 * 1_048_576

  /// The patch in the file at `path`.
  public static func load(_ path: String) throws(PatchError) -> Patch {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: largest)
    } catch {
      let problem: PatchError.Problem =
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

  /// Writes the patch beside and renames it to `path`; failing leaves the old file as it was.
  public static func save(_ patch: Patch, to path: String) throws(PatchError) {
    do {
      try Files.replace(path, with: Array(patch.json.utf8))
    } catch {
      throw PatchError(file: path, .unwritable(error.reason))
    }
  }

  /// The path that `name` stands for: a path as it is, or a patch's name such as `rock` in `folders`.
  public static func find(
    _ name: String, in folders: DataFolders = DataFolders(of: "Patches")
  ) throws(PatchError) -> String {
    if name.contains("/") || name.hasSuffix(".json") { return name }
    let wanted = hyphenated(name)
    for folder in folders.paths {
      let path = "\(folder)/\(wanted).json"
      if Files.exists(path) { return path }
    }
    if Files.exists(name) { return name }
    let nearest = Spelling.nearest(to: wanted, among: names(in: folders))
    throw PatchError(file: name, .notFound(nearest: nearest, folders: folders.paths))
  }

  /// The names of the patches in `folders`, each once, sorted.
  public static func names(in folders: DataFolders = DataFolders(of: "Patches")) -> [String] {
    let files = folders.paths.flatMap { Files.names(in: $0) }
    return Set(files.filter { $0.hasSuffix(".json") && $0.first != "." }.map { $0.dropLast(5) })
      .map { String($0) }.sorted()
  }

  /// A patch's name as its file has it: "Jazz Ride" is `jazz-ride`.
  private static func hyphenated(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
  }
}
