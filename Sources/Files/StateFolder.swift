public import Foundation

/// Where this user's programs keep what is neither data nor configuration (XDG Base Directory Specification).
public enum StateFolder {
  /// `$XDG_STATE_HOME/ghostnote`, or that of the home folder; nil where neither variable is set. It may not
  /// exist yet.
  public static func path(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    if let set = environment["XDG_STATE_HOME"], set.hasPrefix("/") { return "\(set)/ghostnote" }
    return environment["HOME"].map { "\($0)/.local/state/ghostnote" }
  }
}
