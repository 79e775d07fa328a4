import Foundation
import LineEditing
public import Logging
public import Shell
import Synchronization

/// Where the daemon's answers and its log go, without ever waiting for a reader.
public struct DaemonOutput: Sendable {
  /// For what was asked for.
  public let answers: TextWriter
  /// The log.
  public let errors: TextWriter
  /// For those who watch the log.
  public let watch = LogWatch()

  private let editor = EditorSeat()

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

  /// Edits lines on the terminal that standard input and output are, and writes above them; false where
  /// they are none on which that is possible.
  func edit(_ handler: @escaping @Sendable (LineEditor.Event) -> Void) -> Bool {
    let configuration = LineEditor.Configuration(
      history: LineHistoryFile.path, completions: LineCompletion.ofTable)
    guard let editor = LineEditor(configuration, writer: answers, handler: handler) else {
      return false
    }
    self.editor.editor.withLock { $0 = editor }
    return true
  }

  /// Gives readers that still read the time to do so.
  public func finish() {
    editor.editor.withLock { $0 }?.finish()
    // Dropped lines of the first are said in the second.
    answers.finish()
    errors.finish()
  }
}

/// Holds the line editor, once there is one.
private final class EditorSeat: Sendable {
  let editor = Mutex<LineEditor?>(nil)
}
