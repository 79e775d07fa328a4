import Foundation
import RealTime
import Shell
import Synchronization

/// Cleans up once before the program ends, also where Ctrl-C, SIGTERM or a closed terminal ends it.
///
/// Signals are handled, neither ignored nor held up: programs that are started inherit both of these, and
/// stunnel leaves an ignored SIGTERM ignored.
final class Ending: Sendable {
  private let isOver = Mutex(false)
  /// Between looks at what was requested.
  private static let period = 0.1

  init() { Signals.listen() }

  /// Cleans up and ends the program at the first signal, or at once where the system has no thread left; a second
  /// signal ends it at once.
  func listen(_ cleanUp: @escaping @Sendable () -> Void) {
    let hasBegun = NamedThread.start("remote-signals") { [self] in
      while !Self.isAsked { Thread.sleep(forTimeInterval: Self.period) }
      end(cleanUp)
      exit(0)
    }
    guard !hasBegun else { return }
    StandardStreams.write(
      "ghostnote-remote: \(NamedThread.noneLeft)\n", to: STDERR_FILENO)
    end(cleanUp)
    exit(1)
  }

  private static var isAsked: Bool {
    let requests = Signals.requests()
    return requests.end || requests.hangUp
  }

  /// Cleans up where that was not done, and waits for it where another thread does it.
  func end(_ cleanUp: () -> Void) {
    isOver.withLock { isOver in
      if !isOver { cleanUp() }
      isOver = true
    }
  }
}
