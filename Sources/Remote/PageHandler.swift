import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Replies to HTTP requests: files of the page, and why anything else is refused.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let name = "page"

  private let doorway: Doorway
  private let arrival: Arrival
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLong = false
  private var deadline: Scheduled<Void>?

  private var gate: RequestGate { doorway.gate }

  init(_ doorway: Doorway, _ arrival: Arrival) {
    (self.doorway, self.arrival) = (doorway, arrival)
  }

  func handlerAdded(context: ChannelHandlerContext) { expectRequest(context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let next): (head, body, isTooLong) = (next, [], false)
    case .body(let bytes):
      guard let head, !isTooLong else { return }
      isTooLong = body.count + bytes.readableBytes > gate.bodyLimit(head)
      body = isTooLong ? [] : body + bytes.readableBytesView
    case .end:
      guard let head else { return }
      self.head = nil
      expectRequest(context)
      reply(to: RequestGate.Request(head: head, body: body, arrival: arrival), context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request goes on as an ordinary one, and gets the reason why it was refused.
    if error is NIOWebSocketUpgradeError { return }
    context.close(promise: nil)
  }

  private func reply(to request: RequestGate.Request, _ context: ChannelHandlerContext) {
    let head = request.head
    var response = gate.response(to: request)
    if isTooLong, response.status.code < 400 || response.status == .badRequest {
      response = PageResponse(.payloadTooLarge, "expected a shorter request")
    }
    if let cookie = response.ended { doorway.closePages(of: cookie) }
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

  /// Closes a connection whose next request does not come whole in time.
  private func expectRequest(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: doorway.limits.patience) {
      channel.close(promise: nil)
    }
  }
}
