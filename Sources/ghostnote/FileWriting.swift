import Control
import Foundation
import Instrument

/// Puts `data` in the place of the file at `path`, wholly or, failing, not at all.
func write(_ data: Data, to path: String) throws {
  try FileError.refuseOtherThanFile(at: path)
  do { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
    throw CommandError("\(path): cannot be written; name another place with -o")
  }
}
