internal import Glibc

/// Paths that lead to the same file in whatever folder a program runs.
public enum AbsolutePath {
  /// The path from the root of the file system, with a leading `~` expanded, and without `.`, `..` and empty parts;
  /// symbolic links stay where there is no `..` after them. Unchanged where its folder is not there.
  ///
  /// The corresponding C functions are `getcwd` and `realpath`.
  public static func of(_ path: String) -> String {
    var whole = HomeFolder.expanded(path)
    if !whole.hasPrefix("/") {
      guard let here = unsafe owned(getcwd(nil, 0)) else { return path }
      whole = "\(here)/\(whole)"
    }
    let parts = whole.split(separator: "/").filter { $0 != "." }
    guard let climb = parts.lastIndex(of: "..") else { return "/" + parts.joined(separator: "/") }
    // What is above a folder depends on where a link to it leads.
    let above = "/" + parts[...climb].joined(separator: "/")
    guard let folder = unsafe owned(realpath(above, nil)) else { return path }
    let rest = parts[(climb + 1)...].map { "/\($0)" }.joined()
    return folder == "/" && !rest.isEmpty ? rest : folder + rest
  }

  /// A text that C allocated, which is freed.
  private static func owned(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
