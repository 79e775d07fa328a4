import NIOCore

/// Reads from a WebSocket only what fits: a number of messages in a window, and nothing while the other end
/// does not take what is sent to it; where that lasts, the connection is closed.
///
/// It belongs to one event loop, like the handler that owns it.
final class ReadingLimit {
  private let limits: RemoteLimits
  private var channel: (any Channel)?
  /// Messages in the present window; more wait for the next.
  private var taken = 0
  private var isReading = true
  private var stall: Scheduled<Void>?
  /// Whether the session takes what is read.
  var hasRoom: () -> Bool = { true }

  init(_ limits: RemoteLimits) { self.limits = limits }

  func begin(_ context: ChannelHandlerContext) {
    channel = context.channel
    let limit = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleRepeatedTask(initialDelay: limits.window, delay: limits.window) {
      task in
      if !limit.value.openWindow() { task.cancel() }
    }
  }

  func end() {
    stall?.cancel()
    channel = nil
    hasRoom = { true }
  }

  /// A message came.
  func count() {
    taken += 1
    if taken == limits.messages { update() }
  }

  /// Reads, or does not, as it is now.
  func update() {
    guard let channel else { return }
    let fits = taken < limits.messages && channel.isWritable && hasRoom()
    guard fits != isReading else { return }
    isReading = fits
    channel.setOption(.autoRead, value: fits).whenFailure { _ in }
  }

  /// The other end takes what is sent, or does not.
  func writabilityChanged() {
    update()
    stall?.cancel()
    guard let channel, !channel.isWritable else { return }
    stall = channel.eventLoop.scheduleTask(in: limits.stall) { channel.close(promise: nil) }
  }

  private func openWindow() -> Bool {
    guard channel != nil else { return false }
    taken = 0
    update()
    return true
  }
}
