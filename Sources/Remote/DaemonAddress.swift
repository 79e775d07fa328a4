import ControlSocket
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The session that a server leads to: where it is, and connections to its control socket. Thread-safe.
///
/// Without a name it is the one that was found first, for as long as the server runs: all that a page shows and does
/// is of one session, whichever others begin or end meanwhile.
final class DaemonAddress: Sendable {
  /// The name that was asked for; nil for the session that is found first.
  let name: String?
  let folder: SocketFolder
  /// The name of the session that was found first.
  private let found = Mutex<String?>(nil)

  init(name: String?, folder: SocketFolder) {
    (self.name, self.folder) = (name, folder)
  }

  /// A connection to the session; throws where it does not run, and where none was found before and several run, of
  /// which none is called Ghostnote.
  func client() throws(SocketError) -> ControlClient {
    // Two that look for the first session at the same time find the same one.
    try found.withLock { found throws(SocketError) in
      let client = try ControlClient(name: name ?? found, in: folder)
      found = client.name
      return client
    }
  }

  /// A connected socket that the caller is to close.
  func connect() throws(SocketError) -> CInt {
    let client = try client()
    let file = fcntl(client.file, F_DUPFD_CLOEXEC, 0)
    guard file >= 0 else { throw SocketError("cannot duplicate a socket: errno \(errno)") }
    return file
  }

  /// Connects on `loop`, with the handlers that `setUp` adds.
  func open(
    on loop: any EventLoop, _ setUp: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    let file: CInt
    do throws(SocketError) { file = try connect() } catch { return loop.makeFailedFuture(error) }
    return ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try setUp(channel) }
      }
      .withConnectedSocket(file)
  }
}
