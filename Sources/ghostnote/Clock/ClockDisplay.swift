import ClockMonitor
import Foundation
import Shell

/// Prints the clock's statistics: in place on a terminal whose cursor can be moved, one line per
/// second elsewhere.
struct ClockDisplay: Sendable {
  let asJSON: Bool
  /// The terminal on which one line is rewritten, if any.
  private let terminal: Terminal?
  private var isInPlace: Bool { terminal != nil }

  init(asJSON: Bool) {
    self.asJSON = asJSON
    let output = asJSON ? nil : Terminal(STDOUT_FILENO)
    terminal = output?.movesCursor == true ? output : nil
  }

  /// The time between two updates.
  var interval: Duration { isInPlace ? .milliseconds(250) : .seconds(1) }

  /// Whether the output is still being read: false if the other end of the pipe is closed, as after
  /// `| head`, and on a disk that takes no more. The corresponding C function is `poll`.
  var isRead: Bool {
    guard StandardOutput.failure == nil else { return false }
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&output, 1, 0) > 0 else { return true }
    return Int32(output.revents) & (POLLERR | POLLHUP) == 0
  }

  func show(_ reading: ClockReading) {
    if asJSON { return say(jsonLine(reading)) }
    // The instructions were printed already, and need not be repeated in a file.
    guard let terminal else {
      if reading.presence != "absent" { say(reading.text) }
      return
    }
    // A line longer than the terminal is wide would be two, of which only the last is erased.
    draw("\r\u{1B}[2K")
    say(reading.fitted(toColumns: terminal.size.columns), terminator: "")
  }

  func show(_ summary: ClockSummary) {
    if asJSON { return say(jsonLine(summary)) }
    if isInPlace { draw("\r\u{1B}[2K") }
    say(summary.text)
  }

  /// Prints a message on standard error.
  func remark(_ text: String) {
    if isInPlace { draw("\r\u{1B}[2K") }
    write("ghostnote: \(text)\n".printable, to: STDERR_FILENO)
  }
}

/// `value` as single-line JSON.
private func jsonLine(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self).printableJSON
}
