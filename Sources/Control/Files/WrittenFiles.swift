import Commands
import Files

/// Which versions of files were read or written here, and which other file was to be written over.
struct WrittenFiles: Sendable {
  /// As they were written here with the patch that is played.
  private var written: [String: FileVersion] = [:]
  /// As they were when the patch was read from them; nil for what was saved after the edits that were recovered.
  private var read: [String: FileVersion?] = [:]
  private var asked: String?

  /// Throws where a file is there that was not written with this patch, or was written by another program since, unless
  /// it is asked for a second time. Of the patch that `isEdited` it is enough to have been read.
  mutating func check(_ file: String, isEdited: Bool = false) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard let version = FileVersion(of: path) else { return }
    guard version.isRegularFile else {
      throw CommandError("\(file): it is a folder, a pipe or a device: name another file")
    }
    guard asked != path, written[path] != version else { return }
    let found = isEdited ? read[path] : nil
    if case .some(.some(version)) = found { return }
    asked = path
    let reason =
      switch (found, written[path]) {
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
    // What was written with another patch is not this one's to replace, but that one's after `undo`.
    for (other, version) in written where other != path {
      read.updateValue(version, forKey: other)
      written[other] = nil
    }
    asked = nil
  }

  /// Edits that were kept at that second are of it: it can be written over unless it was written after them.
  mutating func noteRead(_ file: String, editedAt second: Int) {
    let path = HomeFolder.expanded(file)
    noteRead(path, FileVersion(of: path).flatMap { $0.isWritten(by: second) ? $0 : nil })
  }
}
