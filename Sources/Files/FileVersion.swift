internal import Glibc

/// One version of a file: another one was written since where these differ.
public struct FileVersion: Sendable, Hashable {
  private let node: UInt64
  private let size: Int64
  private let written: FileTime
  /// False for folders, pipes and devices.
  public let isRegularFile: Bool

  /// That of the file at `path` now; nil where there is none.
  ///
  /// The corresponding C function is `stat`.
  public init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    node = UInt64(status.st_ino)
    size = Int64(status.st_size)
    written = FileTime(status.st_mtim)
  }

  /// Whether it was written then or before.
  public func isWritten(by time: FileTime) -> Bool { written <= time }
}
