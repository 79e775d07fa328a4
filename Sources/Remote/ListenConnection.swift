import NIOCore
import NIOPosix
import NIOWebSocket

/// A page that listens: the session's sound as binary messages, after the format as text.
///
/// A page that does not take it in time loses the oldest, as the session has it.
final class ListenConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let address: DaemonAddress
  private let limits: RemoteLimits
  private var context: ChannelHandlerContext?
  private var daemon: (any Channel)?
  private var missedPings = 0

  init(_ address: DaemonAddress, _ limits: RemoteLimits) {
    self.address = address
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleRepeatedTask(initialDelay: limits.ping, delay: limits.ping) { task in
      if !page.value.sendPing() { task.cancel() }
    }
    guard let file = try? address.connect() else { return close(.unexpectedServerError) }
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(SoundHandler(page.value))
        }
      }
      .withConnectedSocket(file)
      .whenComplete { result in
        switch result {
        case .success(let channel): page.value.begin(channel)
        case .failure: page.value.close(.unexpectedServerError)
        }
      }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    daemon?.close(promise: nil)
    daemon = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    missedPings = 0
    switch frame.opcode {
    case .ping where frame.maskKey != nil: send(frame.unmaskedData, .pong)
    case .pong where frame.maskKey != nil: break
    case .connectionClose: close(.normalClosure)
    default: close(.policyViolation)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    daemon?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { close(.protocolError) }

  private func begin(_ channel: any Channel) {
    guard context != nil else { return channel.close(promise: nil) }
    daemon = channel
    channel.writeAndFlush(ByteBuffer(string: "listen\n"), promise: nil)
  }

  /// Sends what the session said, or a part of its sound.
  func send(_ data: ByteBuffer, _ opcode: WebSocketOpcode) {
    guard let context else { return }
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }

  /// Ends it; the page opens another when it likes to.
  func close(_ code: WebSocketErrorCode) {
    guard let context else { return }
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    ).whenComplete { _ in channel.close(promise: nil) }
  }

  private func sendPing() -> Bool {
    guard let context else { return false }
    missedPings += 1
    guard missedPings <= 2 else {
      context.close(promise: nil)
      return false
    }
    send(ByteBuffer(), .ping)
    return true
  }
}

/// The session's end of a page that listens: a line, then sound.
private final class SoundHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let page: ListenConnection
  private var line = ByteBuffer()
  private var isSound = false

  init(_ page: ListenConnection) { self.page = page }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if !isSound {
      line.writeBuffer(&bytes)
      guard let end = line.readableBytesView.firstIndex(of: 0x0A),
        let said = line.readSlice(length: end - line.readerIndex)
      else { return }
      line.moveReaderIndex(forwardBy: 1)
      isSound = true
      page.send(said, .text)
      bytes = line
    }
    if bytes.readableBytes > 0 { page.send(bytes, .binary) }
  }

  func channelInactive(context: ChannelHandlerContext) { page.close(.goingAway) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
