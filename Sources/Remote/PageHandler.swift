import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Replies to HTTP requests: files of the page, and why anything else is refused.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let name = "page"

  private let gate: RequestGate
  private let limits: RemoteLimits
  private var head: HTTPRequestHead?
  private var hasBody = false
  private var isTrusted: Bool?
  private var deadline: Scheduled<Void>?

  init(_ gate: RequestGate, limits: RemoteLimits) {
    self.gate = gate
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) { expectRequest(context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let next):
      head = next
      hasBody = false
    case .body: hasBody = true
    case .end:
      guard let head else { return }
      self.head = nil
      expectRequest(context)
      reply(to: head, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request goes on as an ordinary one, and gets the reason why it was refused.
    if error is NIOWebSocketUpgradeError { return }
    context.close(promise: nil)
  }

  private func reply(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var response = gate.response(to: head)
    if !isPeerTrusted(context) {
      response = RequestGate.Response(.forbidden, "another user's program; this page is its user's")
    } else if hasBody {
      response = RequestGate.Response(.payloadTooLarge, "expected a request without a body")
    }
    let keepsAlive = head.isKeepAlive && response.status.code < 400
    let headers = response.headers(keepsAlive: keepsAlive)
    let start = HTTPResponseHead(version: head.version, status: response.status, headers: headers)
    context.write(wrapOutboundOut(.head(start)), promise: nil)
    if head.method != .HEAD, !response.body.isEmpty {
      let body = context.channel.allocator.buffer(bytes: response.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !keepsAlive { channel.close(promise: nil) }
    }
  }

  private func isPeerTrusted(_ context: ChannelHandlerContext) -> Bool {
    if let isTrusted { return isTrusted }
    let found = LocalPeer.isTrusted(context.channel.remoteAddress, to: context.channel.localAddress)
    isTrusted = found
    return found
  }

  /// Closes a connection whose next request does not come whole in time.
  private func expectRequest(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: limits.patience) { channel.close(promise: nil) }
  }
}
