import Glibc

/// Why a control socket could not be made, found or used; one plain sentence.
public struct SocketError: Error, Hashable, CustomStringConvertible {
  /// What, where and what next.
  public let description: String

  /// `description` is one sentence: what, where and what next.
  public init(_ description: String) { self.description = description }

  /// What the system said of the call just made.
  static var reason: String { unsafe String(cString: strerror(errno)) }
}
