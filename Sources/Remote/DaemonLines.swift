import NIOCore

/// A connection to the session's control socket that is made again whenever it breaks.
///
/// Used on its event loop only. What its owner does not read in time, the session keeps or drops.
final class DaemonLines {
  private let address: DaemonAddress
  private let loop: any EventLoop
  private let retry: TimeAmount
  private var channel: (any Channel)?
  /// Nil until it was looked for.
  private var isHere: Bool?
  private var isReading = true
  private var isEnded = false
  /// Called with each line that came.
  var take: (ByteBuffer) -> Void = { _ in }
  /// Called after the lines that came together.
  var finish: () -> Void = {}
  /// Called when it is there and when it has gone, and where it is not there at first.
  var change: (Bool) -> Void = { _ in }
  /// Called when it takes no more lines for now, and when it takes them again.
  var turn: () -> Void = {}

  init(_ address: DaemonAddress, on loop: any EventLoop, retry: TimeAmount) {
    self.address = address
    self.loop = loop
    self.retry = retry
  }

  /// Looks for the session, again and again until it is there.
  func begin() {
    guard !isEnded else { return }
    let lines = NIOLoopBound(self, eventLoop: loop)
    address.open(on: loop) { channel in
      try channel.pipeline.syncOperations.addHandlers(
        ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longest),
        LineHandler(lines.value))
    }
    .whenComplete { result in
      switch result {
      case .success(let channel): lines.value.hasCome(channel)
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

  /// Whether it takes lines without delay.
  var isWritable: Bool { channel?.isWritable ?? true }

  /// Sends a line; false where the session is not there, or takes no more for now and it may not wait.
  func send(_ line: String, mayWait: Bool = false) -> Bool {
    guard let channel, channel.isActive, mayWait || channel.isWritable else { return false }
    var bytes = channel.allocator.buffer(capacity: line.utf8.count + 1)
    bytes.writeString(line)
    bytes.writeInteger(0x0A as UInt8)
    channel.writeAndFlush(bytes, promise: nil)
    return true
  }

  /// Reads on, or leaves what comes to the session.
  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    channel?.setOption(.autoRead, value: isReading).whenFailure { _ in }
  }

  private func hasCome(_ channel: any Channel) {
    guard !isEnded else { return channel.close(promise: nil) }
    self.channel = channel
    if !isReading { setReading(false) }
    say(true)
  }

  fileprivate func hasGone() {
    guard channel != nil, !isEnded else { return }
    channel = nil
    lookAgain()
  }

  private func lookAgain() {
    guard !isEnded else { return }
    if isHere != false { say(false) }
    let lines = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: retry) { lines.value.begin() }
  }

  private func say(_ isHere: Bool) {
    self.isHere = isHere
    change(isHere)
  }
}

private final class LineHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let lines: DaemonLines

  init(_ lines: DaemonLines) { self.lines = lines }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lines.take(unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) { lines.finish() }

  func channelWritabilityChanged(context: ChannelHandlerContext) { lines.turn() }

  func channelInactive(context: ChannelHandlerContext) { lines.hasGone() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
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
