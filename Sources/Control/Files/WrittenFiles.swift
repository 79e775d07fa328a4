import Commands
import Files

/// Which files were written here, and which other file was to be written over.
struct WrittenFiles: Sendable {
  private var written: Set<String> = []
  private var asked: String?

  /// Throws where a file is there that was not written here, unless it is asked for a second time.
  mutating func check(_ file: String) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard FolderListing.holds(path), !written.contains(path), asked != path else { return }
    asked = path
    throw CommandError(
      "\(file): it is there already: the same line again writes over it, or name another file")
  }

  /// From now on it can be written over.
  mutating func note(_ file: String) {
    written.insert(HomeFolder.expanded(file))
    asked = nil
  }
}
