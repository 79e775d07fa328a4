public import Foundation

/// Expands `~` at the beginning of a path.
public enum HomeFolder {
  /// The path with a leading `~` or `~/` replaced by the home folder; `~x` does not change.
  ///
  /// The shell does not expand a `~` that is quoted or written in a patch.
  public static func expanded(
    _ path: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    guard let home, !home.isEmpty, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }
}
