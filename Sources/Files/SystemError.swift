internal import Glibc

/// The error of a failed system call.
public struct SystemError: Error, Hashable, Sendable {
  /// `errno`.
  public let code: CInt

  /// The error with this `errno`.
  public init(code: CInt) { self.code = code }

  /// Whether the file or folder does not exist.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Plain words where the user can do something, else the text of `strerror`.
  public var reason: String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "your disk quota is used up"
    default: unsafe String(cString: strerror(code))
    }
  }
}
