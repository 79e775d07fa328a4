import Control
import Foundation
import Shell

/// Writes to standard output at once, past the buffer whose flushing would wait for a reader of
/// standard input; without what a terminal would obey.
func say(_ text: String, terminator: String = "\n") {
  write(text.printable + terminator, to: STDOUT_FILENO)
}

/// Writes text to standard output as it is, with what moves the cursor.
func draw(_ text: String) { write(text, to: STDOUT_FILENO) }

/// Prints a line without what a terminal would obey: names in it come from files and devices.
///
/// All of this program's `print` comes here instead of to Swift's own.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.printable, terminator: terminator)
}

/// Writes all of `text`, or as much as is taken: a terminal that is gone or a disk that is full is no
/// reason to stop playing. The corresponding C function is `write`.
func write(_ text: String, to file: CInt) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
  }
}
