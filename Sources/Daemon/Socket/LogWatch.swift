import Commands
import ControlSocket
import Logging
import Synchronization

/// Passes the log on to clients of the control socket that watch it, and problems to the session
/// manager. Thread-safe.
public final class LogWatch: Sendable {
  private let server = Mutex<ControlServer?>(nil)
  private let session = Mutex<ManagedSession?>(nil)

  /// Passes nothing on until there is a server.
  public init() {}

  func send(to server: ControlServer?) { self.server.withLock { $0 = server } }

  func send(to session: ManagedSession?) { self.session.withLock { $0 = session } }

  /// Clients of the socket are sent nothing more; the session manager is.
  func stopSending() { server.withLock { $0 = nil } }

  func note(_ level: Logger.Level, _ message: String) {
    if level >= .warning {
      session.withLock { $0 }?.say(message, isError: level >= .error)
    }
    guard let server = server.withLock({ $0 }) else { return }
    server.publish(
      .object(["level": .string(level.rawValue), "message": .string(message)]), to: .log)
  }
}
