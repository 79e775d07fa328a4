import Foundation
import Logging
import Shell

/// Where the daemon's answers and its log go, without ever waiting for a reader.
struct DaemonOutput {
  let answers: TextWriter
  let errors: TextWriter

  /// One queue where both lead to the same place, so that the order stays.
  init() {
    answers = TextWriter(to: STDOUT_FILENO)
    errors = StandardStreams.areOne ? answers : TextWriter(to: STDERR_FILENO)
  }

  func sayDropped(in log: Logger) {
    for (writer, name) in [(errors, "standard error"), (answers, "standard output")] {
      writer.onDrop { log.warning("\(name): \($0) lines were dropped: it was not read") }
    }
  }

  /// Gives readers that still read the time to do so.
  func finish() {
    // Dropped lines of the first are said in the second.
    answers.finish()
    errors.finish()
  }
}
