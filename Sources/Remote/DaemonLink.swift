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
}

/// Cuts what the daemon sends into lines.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// Bytes of a line at most: a seed of the largest document.
  static let longest = 16 << 20

  private var searched = 0

  mutating func decode(
    context: ChannelHandlerContext, buffer: inout ByteBuffer
  ) throws -> DecodingState {
    let view = buffer.readableBytesView
    guard let end = view.dropFirst(searched).firstIndex(of: 0x0A) else {
      searched = buffer.readableBytes
      return .needMoreData
    }
    searched = 0
    guard let line = buffer.readSlice(length: end - view.startIndex) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(wrapInboundOut(line))
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    try decode(context: context, buffer: &buffer)
  }
}

/// The daemon's end of a page: passes lines to the page, and its own readiness.
final class DaemonHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let page: PageConnection

  init(_ page: PageConnection) { self.page = page }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    page.pass(unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) { page.flush() }

  func channelWritabilityChanged(context: ChannelHandlerContext) { page.daemonTakesOrNot() }

  func channelInactive(context: ChannelHandlerContext) { page.daemonIsGone() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
