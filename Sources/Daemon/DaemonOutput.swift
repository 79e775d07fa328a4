import Foundation
public import Logging
public import Shell

/// The daemon's replies and log, written without waiting for a reader.
public struct DaemonOutput {
  /// Replies to commands.
  public let answers: TextWriter
  /// The log.
  public let errors: TextWriter

  /// One queue if both are the same file, to preserve the order.
  public init() {
    answers = TextWriter(to: STDOUT_FILENO)
    errors = StandardStreams.areOne ? answers : TextWriter(to: STDERR_FILENO)
  }

  /// Logs the number of lines that were dropped because the reader was too slow.
  public func sayDropped(in log: Logger) {
    for (writer, name) in [(errors, "standard error"), (answers, "standard output")] {
      writer.onDrop { log.warning("\(name): \($0) lines dropped, because the output was not read") }
    }
  }

  /// Gives readers time to read the rest.
  public func finish() {
    // Dropped lines of the first are reported in the second.
    answers.finish()
    errors.finish()
  }
}
