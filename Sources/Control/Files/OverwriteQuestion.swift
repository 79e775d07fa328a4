import Commands
import Files

/// Asks before a file is written over that may be another's.
struct OverwriteQuestion: Sendable {
  /// How what is to be written stands to the file.
  enum Standing: Sendable, Hashable {
    /// It was never in it.
    case another
    /// It was read from it or written to it here, when the file was that version; nil for neither.
    case own(FileVersion?)
    /// It goes on from edits of it that were kept at that time.
    case recovered(FileTime)
  }

  /// What was last asked about.
  private var asked: (path: String, version: FileVersion)?

  /// Throws where there is a file, unless it is asked for a second time, or what is to be written `stands` so to
  /// it that no other program wrote it since.
  mutating func check(_ file: String, _ stands: Standing) throws(CommandError) {
    let path = AbsolutePath.of(file)
    guard let version = FileVersion(of: path) else { return }
    guard version.isRegularFile else {
      throw CommandError("\(file): it is a folder, a pipe or a device: name another file")
    }
    if let asked, asked == (path, version) { return }
    guard let reason = stands.objection(to: version) else { return }
    asked = (path, version)
    throw CommandError("\(file): \(reason)")
  }

  /// Another patch is played, or a file was written: what was asked is asked again.
  mutating func forget() { asked = nil }
}

extension OverwriteQuestion.Standing {
  /// Why that version is not written over at once; nil where it is.
  fileprivate func objection(to version: FileVersion) -> String? {
    switch self {
    case .own(let known?):
      known == version
        ? nil
        : "another program wrote it since it was read: the same line again writes over that, or name "
          + "another file"
    case .recovered(let time):
      version.isWritten(by: time)
        ? nil
        : "it was saved after these edits: the same line again writes over that, or name another file"
    case .another, .own(nil):
      "it is there already: the same line again writes over it, or name another file"
    }
  }
}
