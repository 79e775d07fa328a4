import Commands
import Files

/// Which versions of files were read or written here, and which other file was to be written over.
struct WrittenFiles: Sendable {
  /// As they were written here.
  private var written: [String: FileVersion] = [:]
  /// As they were when a patch was read from them.
  private var read: [String: FileVersion] = [:]
  /// What was last asked about.
  private var asked: (path: String, version: FileVersion)?

  /// Throws where a file is there, unless it is asked for a second time, or it `isOwn`, that of the patch that is
  /// played, and no other program wrote it since it was read or written here, or after the recovered edits that the
  /// patch goes on from were kept, at that second.
  mutating func check(
    _ file: String, isOwn: Bool, editedAt second: Int? = nil
  ) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard let version = FileVersion(of: path) else { return }
    guard version.isRegularFile else {
      throw CommandError("\(file): it is a folder, a pipe or a device: name another file")
    }
    if let asked, asked == (path, version) { return }
    let wasEditedAfter = isOwn && second.map(version.isWritten(by:)) == true
    let isKnown = isOwn && second == nil && (written[path] == version || read[path] == version)
    if wasEditedAfter || isKnown { return }
    asked = (path, version)
    let reason =
      if isOwn, second != nil {
        "it was saved after these edits: the same line again writes over that, or name another file"
      } else if isOwn, written[path] != nil || read[path] != nil {
        "another program wrote it since it was read: the same line again writes over that, or name "
          + "another file"
      } else {
        "it is there already: the same line again writes over it, or name another file"
      }
    throw CommandError("\(file): \(reason)")
  }

  /// Another patch is played: what was asked is asked again.
  mutating func forgetQuestion() { asked = nil }

  /// It was written here just now.
  mutating func noteWritten(_ file: String) {
    let path = HomeFolder.expanded(file)
    written[path] = FileVersion(of: path)
    asked = nil
  }

  /// The patch was read from it, when it was that version.
  mutating func noteRead(_ file: String, _ version: FileVersion?) {
    let path = HomeFolder.expanded(file)
    read[path] = version
    asked = nil
  }
}
