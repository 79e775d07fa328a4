internal import Glibc

/// One version of a file: another one was written since where these differ.
public struct FileVersion: Sendable, Hashable {
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
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
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Whether it was written in or before that second since 1970.
  public func isWritten(by second: Int) -> Bool { seconds <= second }
}
