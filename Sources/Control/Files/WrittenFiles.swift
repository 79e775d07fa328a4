import Commands
import Files

/// Which versions of files were read or written here, and which other file was to be written over.
struct WrittenFiles: Sendable {
  private var known: [String: FileVersion] = [:]
  private var asked: String?

  /// Throws where a file is there that was not read or written here, or was written by somebody else since, unless
  /// it is asked for a second time.
  mutating func check(_ file: String) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard let version = FileVersion(of: path), known[path] != version, asked != path else { return }
    asked = path
    let reason =
      known[path] == nil
      ? "it is there already: the same line again writes over it, or name another file"
      : "somebody else wrote it since it was read: the same line again writes over that, or name another file"
    throw CommandError("\(file): \(reason)")
  }

  /// It was read or written here just now: it can be written over as long as nobody else writes it.
  mutating func note(_ file: String) {
    let path = HomeFolder.expanded(file)
    known[path] = FileVersion(of: path)
    asked = nil
  }

  /// Edits that were kept at that second are of it: it can be written over unless it was written after them.
  mutating func note(_ file: String, editedAt second: Int) {
    let path = HomeFolder.expanded(file)
    known[path] = FileVersion(of: path).flatMap { $0.isWritten(by: second) ? $0 : nil }
    asked = nil
  }
}
