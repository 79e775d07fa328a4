import Control
import Foundation
import Shell

/// Writes to standard output immediately, without stdio's buffer (flushing it would wait for a
/// reader of standard input), and without control characters.
func say(_ text: String, terminator: String = "\n") {
  write(text.printable + terminator, to: STDOUT_FILENO)
}

/// Writes text to standard output unchanged, including cursor movements.
func draw(_ text: String) { write(text, to: STDOUT_FILENO) }

/// Prints a line without control characters, because names come from files and devices.
///
/// All `print` calls of this program use this function instead of Swift's.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.printable, terminator: terminator)
}

/// Writes `text` as far as possible; a closed terminal or a full disk must not stop playback. The
/// corresponding C function is `write`.
func write(_ text: String, to file: CInt) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
  }
}
