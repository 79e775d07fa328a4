import Commands
import Files

/// Which versions of files were read or written here, and which other file was to be written over.
struct WrittenFiles: Sendable {
  /// As they were written here.
  private var written: [String: FileVersion] = [:]
  /// As they were when the patch was read from them; nil for what was saved after the edits that were recovered.
  private var read: [String: FileVersion?] = [:]
  private var asked: String?

  /// Throws where a file is there, unless it is asked for a second time, or it `isOwn`, that of the patch that is
  /// played, and no other program wrote it since it was read or written here.
  mutating func check(_ file: String, isOwn: Bool) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard let version = FileVersion(of: path) else { return }
    guard version.isRegularFile else {
      throw CommandError("\(file): it is a folder, a pipe or a device: name another file")
    }
    guard asked != path, !isOwn || written[path] != version else { return }
    let found = isOwn ? read[path] : nil
    if case .some(.some(version)) = found { return }
    asked = path
    let reason =
      switch (found, isOwn ? written[path] : nil) {
      case (.some(.none), _):
        "it was saved after these edits: the same line again writes over that, or name another file"
      case (.none, .none):
        "it is there already: the same line again writes over it, or name another file"
      default:
        "another program wrote it since it was read: the same line again writes over that, or name "
          + "another file"
      }
    throw CommandError("\(file): \(reason)")
  }

  /// It was written here just now.
  mutating func noteWritten(_ file: String) {
    let path = HomeFolder.expanded(file)
    written[path] = FileVersion(of: path)
    asked = nil
  }

  /// The patch was read from it, when it was that version.
  mutating func noteRead(_ file: String, _ version: FileVersion?) {
    let path = HomeFolder.expanded(file)
    read.updateValue(version, forKey: path)
    asked = nil
  }

  /// Edits that were kept at that second are of it: it can be written over unless it was written after them.
  mutating func noteRead(_ file: String, editedAt second: Int) {
    let path = HomeFolder.expanded(file)
    noteRead(path, FileVersion(of: path).flatMap { $0.isWritten(by: second) ? $0 : nil })
    written[path] = nil
  }
}
