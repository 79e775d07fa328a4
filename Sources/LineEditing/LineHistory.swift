import Foundation

/// The lines typed before, kept in a file: one a line, the newest last.
struct LineHistory {
  /// How many are kept.
  static let size = 500

  let path: String?

  /// The lines kept so far.
  func load() -> [String] {
    guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let lines = text.split(separator: "\n").map(String.init)
    if lines.count > 2 * Self.size { rewrite(lines.suffix(Self.size), to: path) }
    return lines.suffix(Self.size)
  }

  /// Keeps one more; without a word where the disk does not take it.
  func append(_ line: String) {
    guard let path else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(file, bytes, bytes.count)
    close(file)
  }

  private func rewrite(_ lines: ArraySlice<String>, to path: String) {
    let text = lines.map { $0 + "\n" }.joined()
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    _ = unsafe chmod(path, 0o600)
  }
}
