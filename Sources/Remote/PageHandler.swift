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
  private var limit = 0
  private var isTooLong = false
  /// Whether a response said that the connection is closed: nothing after it is a request (RFC 9112, 9.6).
  private var isLast = false
  private var deadline: Scheduled<Void>?
  /// Whether the connection is a WebSocket's by now, which has deadlines of its own.
  private var isRemoved = false

  private var requestCheck: RequestCheck { doorway.requestCheck }

  init(_ doorway: Doorway, _ arrival: Arrival) {
    (self.doorway, self.arrival) = (doorway, arrival)
  }

  func handlerAdded(context: ChannelHandlerContext) { limitTime(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    isRemoved = true
    deadline?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isLast else { return }
    switch unwrapInboundIn(data) {
    case .head(let next):
      (head, body, isTooLong) = (next, [], false)
      limit = requestCheck.bodyLimit(RequestCheck.Request(head: next, arrival: arrival))
    case .body(let bytes):
      guard !isTooLong else { return }
      isTooLong = body.count + bytes.readableBytes > limit
      if isTooLong { body = [] } else { body.append(contentsOf: bytes.readableBytesView) }
    case .end:
      guard let head else { return }
      self.head = nil
      // The session takes the time that it needs, within bounds of its own.
      deadline?.cancel()
      reply(to: RequestCheck.Request(head: head, body: body, arrival: arrival), context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request goes on as an ordinary one, and gets the reason why it was refused.
    if error is NIOWebSocketUpgradeError { return }
    context.close(promise: nil)
  }

  private func reply(to request: RequestCheck.Request, _ context: ChannelHandlerContext) {
    if !isTooLong, let kind = requestCheck.exchange(request),
      let access = requestCheck.access(of: request)
    {
      let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      doorway.files.response(to: kind, request.body, access, on: context.eventLoop).whenSuccess {
        handler.value.0.send($0, to: request.head, handler.value.1)
      }
      return
    }
    var response = requestCheck.response(to: request)
    if isTooLong, response.status.code < 400 || response.status == .badRequest {
      response = PageResponse(.payloadTooLarge, "expected a shorter request")
    }
    if let cookie = response.ended { doorway.closePages(of: cookie) }
    send(response, to: request.head, context)
  }

  private func send(
    _ response: PageResponse, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    guard context.channel.isActive else { return }
    // Who does not take the response within it is closed as well.
    limitTime(context)
    let keepsAlive = head.isKeepAlive && response.status.code < 400
    isLast = !keepsAlive
    let headers = response.headers(keepsAlive: keepsAlive)
    let start = HTTPResponseHead(version: head.version, status: response.status, headers: headers)
    context.write(wrapOutboundOut(.head(start)), promise: nil)
    if head.method != .HEAD, !response.body.isEmpty {
      let body = context.channel.allocator.buffer(bytes: response.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      let (handler, context) = handler.value
      guard keepsAlive else { return context.close(promise: nil) }
      handler.limitTime(context)
    }
  }

  /// Closes a connection whose next request does not come whole in time.
  private func limitTime(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    guard !isRemoved else { return }
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: doorway.limits.patience) {
      channel.close(promise: nil)
    }
  }
}
