import Commands

/// What the hub keeps of one client.
struct ControlClientState {
  var reader = RequestReader()
  var queue = SendQueue()
  /// A request of its own is being carried out; the next waits for the reply.
  var isBusy = false
  /// No more comes from it.
  var hasEnded = false
  /// Nothing can be sent to it any more.
  var isGone = false
  var watched: Set<ControlChannel> = []
  /// State changed while its queue was full: a seed takes the place of the differences.
  var needsSeed = false
  /// Messages dropped since the client was last informed, by channel.
  var dropped: [ControlChannel: Int] = [:]
  /// The connection carries sound.
  var listens = false
  /// Requests carried out in the present window.
  var requests = 0
  /// When something was sent last, or its queue was empty, in nanoseconds.
  var progress: Int64

  init(progress: Int64) { self.progress = progress }

  /// Whether something was kept from it for want of room.
  var missesSomething: Bool { needsSeed || !dropped.isEmpty }

  /// Whether it has taken nothing of what waits for it.
  func isStalled(since moment: Int64) -> Bool { !queue.isEmpty && progress < moment }

  /// Whether all is done for a client that sends no more.
  var isDone: Bool {
    hasEnded && !isBusy && queue.isEmpty && watched.isEmpty && !listens
  }
}
