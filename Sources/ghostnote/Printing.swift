import Files
import Foundation
import Shell
import Synchronization

/// Writes to standard output immediately and without control characters.
func say(_ text: String, terminator: String = "\n") {
  StandardOutput.put(text.printable + terminator)
}

/// Writes text to standard output unchanged, including cursor movements.
func draw(_ text: String) { StandardOutput.put(text) }

/// Prints a line without control characters, because names come from files and devices.
///
/// All `print` calls of this program use this function instead of Swift's.
func print(_ text: String, terminator: String = "\n") {
  StandardOutput.append(text.printable + terminator)
}

/// Writes `text` as far as possible; a closed terminal or a full disk must not stop playback. The
/// corresponding C function is `write`.
func write(_ text: String, to file: CInt) {
  if file == STDOUT_FILENO { return StandardOutput.put(text) }
  StandardStreams.write(text, to: file)
}

/// Standard output, and why it did not take everything. Thread-safe. Real-time: no.
///
/// Without stdio: Swift's `print` gives no errors. What is printed reaches a file or a pipe in large pieces,
/// at the latest at the end, so that a reader such as `grep -q` may end before the rest.
enum StandardOutput {
  /// Bytes that wait at most.
  private static let most = 1 << 16

  private static let waiting = Mutex("")
  /// `errno` of the first failure; 0 without one.
  private static let code = Atomic<CInt>(0)
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Why something is missing in what was written, or nil. A pipe whose reader has ended is not a failure: it
  /// has what it wanted.
  ///
  /// With one, the program's exit status is not 0; a command that goes on for long should end early.
  static var failure: SystemError? {
    let code = Self.code.load(ordering: .relaxed)
    return code == 0 ? nil : SystemError(code: code)
  }

  /// Notes a failure of a write that was not made here; the first one counts. Does nothing for `EPIPE`.
  static func note(_ failure: SystemError) {
    guard failure.code != EPIPE else { return }
    _ = code.compareExchange(expected: 0, desired: failure.code, ordering: .relaxed)
  }

  /// Writes `text` with the next pieces, on a terminal immediately.
  static func append(_ text: String) {
    let ready = waiting.withLock { waiting -> String in
      waiting += text
      guard isTerminal || waiting.utf8.count >= most else { return "" }
      return taken(from: &waiting)
    }
    send(ready)
  }

  /// Writes what waits, and then `text`.
  static func put(_ text: String) {
    send(waiting.withLock { taken(from: &$0) } + text)
  }

  /// Writes what waits.
  static func flush() { put("") }

  private static func taken(from waiting: inout String) -> String {
    defer { waiting = "" }
    return waiting
  }

  private static func send(_ text: String) {
    let code = StandardStreams.write(text, to: STDOUT_FILENO)
    if code != 0 { note(SystemError(code: code)) }
  }
}
