import Commands
import NIOCore
import NIOWebSocket

/// A page that listens: the session's sound as binary messages, after the format as text.
///
/// A page that does not take it in time loses the oldest, as the session has it.
final class ListenConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let address: DaemonAddress
  private let limits: RemoteLimits
  private let writer = WebSocketWriter()
  private let reading: ReadingLimit
  private var daemon: (any Channel)?

  init(_ address: DaemonAddress, _ limits: RemoteLimits) {
    self.address = address
    self.limits = limits
    reading = ReadingLimit(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    writer.begin(context, ping: limits.ping)
    reading.begin(context)
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    address.open(on: context.eventLoop) { channel in
      try channel.pipeline.syncOperations.addHandler(SoundHandler(page.value.writer))
    }
    .whenComplete { result in
      switch result {
      case .success(let channel): page.value.begin(channel)
      case .failure: page.value.writer.close(.unexpectedServerError)
      }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    writer.end()
    reading.end()
    daemon?.close(promise: nil)
    daemon = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !writer.isClosing else { return }
    writer.hear()
    reading.count()
    switch frame.opcode {
    case .ping where frame.maskKey != nil: writer.send(frame.unmaskedData, .pong)
    case .pong where frame.maskKey != nil: break
    case .connectionClose: writer.replyToClose(frame.unmaskedData)
    default: writer.close(.policyViolation)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    daemon?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    reading.writabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    writer.close(.protocolError)
  }

  private func begin(_ channel: any Channel) {
    guard writer.channel != nil else { return channel.close(promise: nil) }
    daemon = channel
    channel.writeAndFlush(ByteBuffer(string: ConnectionRequest.listen.line + "\n"), promise: nil)
  }
}

/// The session's end of a page that listens: a line, then sound.
private final class SoundHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let page: WebSocketWriter
  private var line = ByteBuffer()
  private var isSound = false

  init(_ page: WebSocketWriter) { self.page = page }

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
