import Files
import Glibc
import Rhythm

/// A folder that belongs to one running process, locked until that ends, in whatever way.
///
/// It holds a patch for each edited file, and beside it a symbolic link `….of` to that file.
final class RecoverySession: Sendable {
  let path: String
  private let lock: Int32

  /// Locks the folder at `path`; nil if it belongs to another process or can't be opened.
  ///
  /// The corresponding C function is `flock`.
  init?(taking path: String) {
    lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
    // Where folders can't be locked, as on some networks, others may take it for abandoned.
    _ = flock(lock, LOCK_EX | LOCK_NB)
  }

  /// Creates a folder called `name` below `parent`.
  static func make(_ name: String, in parent: String) throws(SystemError) -> RecoverySession {
    let path = "\(parent)/\(name)"
    try makeFolders(path)
    let lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw SystemError(code: errno) }
    return RecoverySession(path: path, lock: lock)
  }

  /// What its folder is called.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether the folder is still there: another program may have deleted it.
  var isThere: Bool { FolderListing.holds(path) }

  deinit {
    guard lock >= 0 else { return }
    // A program that is just being started has the descriptor too: closing ours alone would not unlock.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// Writes `patch` as the unsaved version of the file `original`, edited at `time`.
  func write(
    _ patch: Patch, as name: String, of original: String?, at time: FileTime
  ) throws(SystemError) {
    // The link first: a patch that a crash left without one would not be known to belong to its file.
    if let original, unsafe symlink(AbsolutePath.of(original), link(name)) != 0, errno != EEXIST {
      throw SystemError(code: errno)
    }
    let bytes = Array(patch.json.utf8)
    guard PatchFile.obstacle(toReading: bytes) == nil else { throw SystemError(code: EFBIG) }
    try FileReplacement.replace(file(name), with: bytes, at: time)
  }

  func remove(_ name: String) {
    _ = unsafe unlink(file(name))
    _ = unsafe unlink(link(name))
  }

  /// The edits in the folder, after removing files that a crash left incomplete.
  func edits() -> [UnsavedEdits] {
    FileReplacement.removeLeftovers(in: "\(path)/")
    let names = FolderListing.names(in: path)
    for link in names where link.hasSuffix(".of") && !names.contains("\(link.dropLast(3)).json") {
      _ = unsafe unlink("\(path)/\(link)")
    }
    return names.filter { $0.hasSuffix(".json") }.map { file in
      let name = String(file.dropLast(5))
      let original = Self.target(of: link(name))
      return UnsavedEdits(
        name: RecoveryWriter.stem(of: original), original: original, file: self.file(name),
        written: FileTime(of: self.file(name)) ?? FileTime(seconds: 0))
    }
  }

  /// Removes the folder if it has no edits.
  func removeIfEmpty() { _ = unsafe rmdir(path) }

  private func file(_ name: String) -> String { "\(path)/\(name).json" }
  private func link(_ name: String) -> String { "\(path)/\(name).of" }

  private static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return -1 }
        return unsafe readlink(link, start, text.count)
      }
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// Readable by the user only: unsaved work is private.
  private static func makeFolders(_ path: String) throws(SystemError) {
    let parts = path.split(separator: "/")
    for count in 1...parts.count {
      let folder = "/" + parts[..<count].joined(separator: "/")
      guard unsafe mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      let reason = errno
      guard !FolderListing.holds(folder) else { continue }
      throw SystemError(code: reason)
    }
  }
}
