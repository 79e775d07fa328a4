import ControlSocket
import Logging
import Synchronization

/// Passes the log on to clients of the control socket that watch it. Thread-safe.
public final class LogWatch: Sendable {
  private let server = Mutex<ControlServer?>(nil)

  /// Passes nothing on until there is a server.
  public init() {}

  func begin(_ server: ControlServer?) { self.server.withLock { $0 = server } }

  func note(_ level: Logger.Level, _ message: String) {
    guard let server = server.withLock({ $0 }) else { return }
    server.publish(
      .object(["level": .string(level.rawValue), "message": .string(message)]), to: .log)
  }
}
