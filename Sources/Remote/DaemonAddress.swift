import ControlSocket
import Foundation
import NIOCore
import NIOPosix

/// Connects to a daemon's control socket.
struct DaemonAddress: Sendable {
  /// The session; nil for the only one that runs.
  let name: String?
  let folder: SocketFolder

  /// A connected socket that the caller is to close.
  func connect() throws(SocketError) -> CInt {
    let client = try ControlClient(name: name, in: folder)
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
