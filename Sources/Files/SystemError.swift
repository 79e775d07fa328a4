internal import Glibc

/// The system's own reason for a call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// `errno`.
  public let code: CInt

  public init(code: CInt) { self.code = code }

  /// Whether nothing is there.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// In plain words where a person can do something about it, else as `strerror` has it.
  public var reason: String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "your share of the disk is used up"
    default: unsafe String(cString: strerror(code))
    }
  }
}
