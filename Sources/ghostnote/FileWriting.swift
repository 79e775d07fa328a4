import Commands
import Control
import Files
import Foundation

/// Replaces the file at `path` by `bytes` atomically; `option` is the command line option that sets
/// the path.
func write(
  _ bytes: some ContiguousBytes, to path: String, option: String = "-o"
) throws(CommandError) {
  do throws(SystemError) {
    try FileReplacement.replace(HomeFolder.expanded(path), with: bytes)
  } catch {
    throw CommandError(
      "\(path): cannot be written: \(error.reason); choose another path with \(option)")
  }
}

/// Makes a folder, and those around it where they are missing; does nothing for an empty path.
func makeFolder(_ folder: String) throws(CommandError) {
  guard !folder.isEmpty else { return }
  do {
    try FileManager.default.createDirectory(
      atPath: HomeFolder.expanded(folder), withIntermediateDirectories: true)
  } catch {
    throw CommandError("\(folder): cannot create this folder; choose another with -o")
  }
}
