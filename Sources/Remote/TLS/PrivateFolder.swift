import Foundation

/// A folder that only this user may enter, and files in it that only this user may read.
struct PrivateFolder: Sendable, Hashable {
  let path: String

  /// Makes the folder where it is missing, and checks it.
  init(_ path: String) throws(TLSError) {
    self.path = path
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Self.check(path, S_IFDIR, "a folder", repair: "chmod 700 \(path)")
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Throws unless the key at `path` is a file of ours that only we may read.
  static func check(key path: String) throws(TLSError) {
    try check(path, S_IFREG, "a file", repair: "chmod 600 \(path)")
  }

  private static func check(
    _ path: String, _ kind: mode_t, _ expected: String, repair: String
  ) throws(TLSError) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      throw TLSError("\(path): \(unsafe String(cString: strerror(errno)))")
    }
    guard found.st_mode & S_IFMT == kind else { throw TLSError("\(path): expected \(expected)") }
    guard found.st_uid == geteuid() else { throw TLSError("\(path): belongs to another user") }
    guard found.st_mode & 0o077 == 0 else {
      throw TLSError("\(path): others may read it; run \(repair)")
    }
  }
}
