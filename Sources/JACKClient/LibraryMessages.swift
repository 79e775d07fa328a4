import CJACK
import Synchronization

/// Captures the messages that libjack would print to the terminal.
enum LibraryMessages {
  private static let lastError = Mutex("")

  /// The last error message since `forget`, or empty.
  static var last: String { lastError.withLock { $0 } }

  /// Clears the last message, so that the next one belongs to the next call.
  static func forget() { lastError.withLock { $0 = "" } }

  /// Redirects libjack's messages from stderr to here, for the whole process.
  static func capture() {
    unsafe jack_set_error_function(keepMessage)
    unsafe jack_set_info_function(dropMessage)
  }

  fileprivate static func keep(_ message: String) { lastError.withLock { $0 = message } }
}

/// Called by libjack, on any of its threads.
func keepMessage(_ text: UnsafePointer<CChar>?) {
  guard let text = unsafe text else { return }
  withoutCancellation { LibraryMessages.keep(unsafe String(cString: text)) }
}

private func dropMessage(_ text: UnsafePointer<CChar>?) {}
