import NIOCore

/// Reads where a connection really comes from, as the program that ended its TLS says (the PROXY protocol,
/// version 1), and then lets the rest through.
final class ProxyHeader: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Bytes of the longest header, its end of line included.
  static let longest = 107

  private var received = ByteBuffer()
  private var isDone = false
  private var deadline: Scheduled<Void>?
  private let patience: TimeAmount
  /// Sets the channel up for a connection from this address.
  private let setUp: (IPAddress?) throws -> Void

  init(patience: TimeAmount, setUp: @escaping (IPAddress?) throws -> Void) {
    (self.patience, self.setUp) = (patience, setUp)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard !isDone else { return context.fireChannelRead(wrapInboundOut(bytes)) }
    received.writeBuffer(&bytes)
    let view = received.readableBytesView
    guard let end = view.prefix(Self.longest).firstIndex(of: 0x0A) else {
      if view.count >= Self.longest { context.close(promise: nil) }
      return
    }
    let line = String(decoding: view[..<end], as: UTF8.self)
    guard let source = Self.source(in: line), (try? setUp(source)) != nil else {
      return context.close(promise: nil)
    }
    isDone = true
    deadline?.cancel()
    received.moveReaderIndex(to: end + 1)
    if received.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(received)) }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  /// The address in `PROXY TCP4 192.168.1.7 192.168.1.5 50000 3561` with its carriage return; nil where it
  /// is not such a line.
  static func source(in line: String) -> IPAddress? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0] == "PROXY", ["TCP4", "TCP6"].contains(words[1]),
      words[5].hasSuffix("\r")
    else { return nil }
    return IPAddress(words[2])
  }
}
