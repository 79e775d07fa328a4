public import Commands
import Files

/// Files of command lines, for `source`.
public enum SourceFile {
  /// The most bytes of one.
  public static let largest = 4 << 20

  /// The text of a file; `~` is the home folder.
  public static func text(_ file: String) throws(CommandError) -> String {
    let path = HomeFolder.expanded(file)
    do throws(FileReadingError) {
      let bytes = try RegularFile.bytes(at: path, limit: largest)
      // Some editors begin a file with a byte order mark.
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return String(decoding: bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0), as: UTF8.self)
    } catch { throw CommandError("\(file): \(error.reason)") }
  }

  /// Whether there is a file at a path, and not a folder; `~` is the home folder.
  public static func exists(_ path: String) -> Bool {
    FolderListing.holdsFile(HomeFolder.expanded(path))
  }
}
