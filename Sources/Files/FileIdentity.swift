internal import Glibc

/// Which regular file a path leads to: equal for all paths to one file, links included.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t

  /// Nil where `path` leads to no regular file.
  ///
  /// The corresponding C function is `stat`.
  public init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
