import NIOCore
import NIOPosix

/// A connection to the session's control socket that is made again whenever it breaks.
///
/// Used on its event loop only.
final class DaemonLines {
  private let address: DaemonAddress
  private let loop: any EventLoop
  private let retry: TimeAmount
  private var channel: (any Channel)?
  private var isEnded = false
  /// Called with each line that came.
  var take: (String) -> Void = { _ in }
  /// Called when it is there, and when it has gone.
  var change: (Bool) -> Void = { _ in }

  init(_ address: DaemonAddress, on loop: any EventLoop, retry: TimeAmount) {
    self.address = address
    self.loop = loop
    self.retry = retry
  }

  /// Looks for the session, again and again until it is there.
  func begin() {
    guard !isEnded else { return }
    guard let file = try? address.connect() else { return lookAgain() }
    let lines = NIOLoopBound(self, eventLoop: loop)
    ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longest),
            LineHandler(lines.value))
        }
      }
      .withConnectedSocket(file)
      .whenComplete { result in
        switch result {
        case .success(let channel): lines.value.isHere(channel)
        case .failure: lines.value.lookAgain()
        }
      }
  }

  /// Ends it for good.
  func end() {
    isEnded = true
    channel?.close(promise: nil)
    channel = nil
  }

  /// Sends a line; false where the session is not there, or takes no more for now.
  func send(_ line: String) -> Bool {
    guard let channel, channel.isActive, channel.isWritable else { return false }
    var bytes = channel.allocator.buffer(capacity: line.utf8.count + 1)
    bytes.writeString(line)
    bytes.writeInteger(0x0A as UInt8)
    channel.writeAndFlush(bytes, promise: nil)
    return true
  }

  private func isHere(_ channel: any Channel) {
    guard !isEnded else { return channel.close(promise: nil) }
    self.channel = channel
    change(true)
  }

  fileprivate func hasGone() {
    guard channel != nil, !isEnded else { return }
    channel = nil
    change(false)
    lookAgain()
  }

  private func lookAgain() {
    let lines = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: retry) { lines.value.begin() }
  }
}

private final class LineHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let lines: DaemonLines

  init(_ lines: DaemonLines) { self.lines = lines }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lines.take(String(buffer: unwrapInboundIn(data)))
  }

  func channelInactive(context: ChannelHandlerContext) { lines.hasGone() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
