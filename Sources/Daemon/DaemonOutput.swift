import Foundation
public import Logging
public import Shell

/// Where the daemon's answers and its log go, without ever waiting for a reader.
public struct DaemonOutput {
  /// For what was asked for.
  public let answers: TextWriter
  /// For the log.
  public let errors: TextWriter

  /// One queue where both lead to the same place, so that the order stays.
  public init() {
    answers = TextWriter(to: STDOUT_FILENO)
    errors = StandardStreams.areOne ? answers : TextWriter(to: STDERR_FILENO)
  }

  /// Says in `log` how many lines were dropped because nobody read them.
  public func sayDropped(in log: Logger) {
    for (writer, name) in [(errors, "standard error"), (answers, "standard output")] {
      writer.onDrop { log.warning("\(name): \($0) lines were dropped: it was not read") }
    }
  }

  /// Gives readers that still read the time to do so.
  public func finish() {
    // Dropped lines of the first are said in the second.
    answers.finish()
    errors.finish()
  }
}
