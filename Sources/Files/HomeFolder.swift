public import Foundation

/// `~` at a path's beginning.
public enum HomeFolder {
  /// The path with a leading `~` or `~/` as the home folder; a file called `~x` stays itself.
  ///
  /// Quoted in a shell or written in a patch, `~` comes here as it is.
  public static func expanded(
    _ path: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    guard let home, !home.isEmpty, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }
}
