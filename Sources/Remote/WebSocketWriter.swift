import NIOCore
import NIOWebSocket

/// The sending end of one WebSocket: messages, pings, and one close.
///
/// It belongs to one event loop, like the handler that owns it.
final class WebSocketWriter {
  private var context: ChannelHandlerContext?
  /// Whether the close was sent: nothing follows it.
  private(set) var isClosing = false
  private var missedPings = 0

  /// The channel's loop and allocator; nil before the beginning and after the end.
  var channel: (any Channel)? { context?.channel }

  /// Begins to send pings; a page that sent nothing for two of them is closed.
  func begin(_ context: ChannelHandlerContext, ping: TimeAmount) {
    self.context = context
    let writer = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleRepeatedTask(initialDelay: ping, delay: ping) { task in
      if !writer.value.sendPing() { task.cancel() }
    }
  }

  func end() { context = nil }

  /// Something came from the other end.
  func hear() { missedPings = 0 }

  func send(_ text: String) {
    guard let context else { return }
    send(context.channel.allocator.buffer(string: text), .text)
  }

  func send(_ data: ByteBuffer, _ opcode: WebSocketOpcode, flushes: Bool = true) {
    guard let context, !isClosing else { return }
    context.write(NIOAny(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
    if flushes { context.flush() }
  }

  func flush() { context?.flush() }

  /// Sends why it ends, then closes the connection.
  func close(_ code: WebSocketErrorCode) {
    guard let context, !isClosing else { return }
    isClosing = true
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    context.writeAndFlush(
      NIOAny(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    ).whenComplete { _ in channel.close(promise: nil) }
  }

  /// Replies to the other end's close; one that is malformed is an error of the protocol (RFC 6455, 5.5.1 and 7.4).
  func replyToClose(_ data: ByteBuffer) {
    close(Self.isWellFormed(close: data.readableBytesView) ? .normalClosure : .protocolError)
  }

  private static func isWellFormed(close bytes: ByteBufferView) -> Bool {
    guard let first = bytes.first else { return true }
    guard let second = bytes.dropFirst().first else { return false }
    return switch Int(first) << 8 | Int(second) {
    case 1000...1003, 1007...1014, 3000...4999:
      String(validating: bytes.dropFirst(2), as: UTF8.self) != nil
    default: false
    }
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
