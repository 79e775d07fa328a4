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
      return String(decoding: try RegularFile.bytes(at: path, limit: largest), as: UTF8.self)
    } catch { throw CommandError("\(file): \(error.reason)") }
  }
}
