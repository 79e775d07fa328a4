import Files
import Foundation

/// The lines typed before, kept in a file: one a line, the newest last.
struct LineHistory {
  /// How many are kept.
  static let size = 500
  /// A file with more bytes is not read.
  private static let mostBytes = 64 << 20

  let path: String?

  /// The lines kept so far.
  func load() -> [String] {
    guard let path, let bytes = try? RegularFile.bytes(at: path, limit: Self.mostBytes) else {
      return []
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    if lines.count > 2 * Self.size { rewrite(lines.suffix(Self.size), to: path) }
    return lines.suffix(Self.size)
  }

  /// Keeps one more; without a word where the disk does not take it.
  func append(_ line: String) {
    guard let path else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Without O_NONBLOCK, opening a pipe without a reader would block.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = unsafe open(path, flags, 0o600)
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
