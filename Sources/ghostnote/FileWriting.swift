import Commands
import Control
import Files
import Foundation

/// Puts `bytes` in the place of the file at `path`, wholly or, failing, not at all; `option` is what
/// names the place on the command line.
func write(
  _ bytes: some ContiguousBytes, to path: String, option: String = "-o"
) throws(CommandError) {
  do throws(SystemError) {
    try FileReplacement.replace(HomeFolder.expanded(path), with: bytes)
  } catch {
    throw CommandError(
      "\(path): cannot be written: \(error.reason); name another place with \(option)")
  }
}
