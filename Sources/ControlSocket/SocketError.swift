import Glibc

/// Why a control socket could not be made, found or used; one plain sentence.
public struct SocketError: Error, Hashable, CustomStringConvertible {
  /// What, where and what next.
  public let description: String

  /// `description` is one sentence: what, where and what next.
  public init(_ description: String) { self.description = description }

  /// What to do where a folder or a file in it cannot be made.
  static let advice = "set XDG_RUNTIME_DIR to a folder that you may write to"

  /// What the system said of the call just made.
  static var reason: String { reason(errno) }

  /// What the system says of a call that ended with this `errno`.
  static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
