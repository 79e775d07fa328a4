import NIOCore
import NIOPosix
import RealTime
import Synchronization

/// The real-time priority of the event loop, which passes strokes on, while it uses little. Used on its thread only.
final class LoopPriority: NIOEventLoopMetricsDelegate {
  private let priority = Mutex(HandPriority())

  /// Takes the priority or gives it back, before something of so many bytes is read.
  func settle(before byteCount: Int = 0) {
    priority.withLock { $0.settle(before: byteCount) }
  }

  func processedTick(info: NIOEventLoopTickInfo) { settle() }
}

/// Looks after the loop's priority before what came by a connection is read.
final class PriorityHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let priority: LoopPriority

  init(_ priority: LoopPriority) { self.priority = priority }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    priority.settle(before: unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }
}
