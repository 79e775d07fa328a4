public import Commands
import Foundation
import RealTime
import Synchronization

/// Serves a control socket's clients from a thread of its own. Thread-safe. Real-time: no.
///
/// No client is ever waited for: what one does not take waits in its queue, within a bound.
public final class ControlServer: Sendable {
  struct State {
    var hub: ControlHub
    var files: [ClientID: Int32] = [:]
    var isStopping = false
    /// Requests that the handler is to be called with, by the server's thread.
    var ready: [ControlRequest] = []
    var isHandingOn = false
    /// Files to close once the thread no longer waits on them.
    var closing: [Int32] = []
    /// Clients from which the thread reads nothing while it waits.
    var unread: Set<ClientID> = []
  }

  let state: Mutex<State>
  let listener: ControlListener?
  /// A pipe's ends: a byte in it ends the thread's wait.
  let wakeFiles: (out: Int32, in: Int32)
  let handler: @Sendable (ControlRequest) -> Void
  let left: @Sendable (ClientID) -> Void
  let urgent: @Sendable (ControlRequest) -> ControlReply?
  let sound: @Sendable () -> [UInt8]?
  let listening: @Sendable (Bool) -> Void
  let watched = Atomic<UInt8>(0)
  let hasEnded = DispatchSemaphore(value: 0)

  /// How often sound is sent, in milliseconds.
  static let soundInterval: Int32 = 5

  /// Serves `listener`, and what `adopt` is given, until `stop`. Where the system has no thread left, it takes
  /// no client.
  ///
  /// - Parameters:
  ///   - sound: takes what was played since the last call, as bytes, or nil for nothing yet; called on
  ///     the server's thread every 5 ms while anybody listens.
  ///   - listening: called when the first listener comes and when the last has gone.
  ///   - urgent: called first for each request; what it replies to is not handled further.
  ///   - left: called when a client has gone; it must not call the server.
  ///   - handler: called for each other request, one at a time for each client; `reply` lets the next follow.
  public init(
    _ listener: ControlListener?, limits: ControlLimits = ControlLimits(),
    sound: @escaping @Sendable () -> [UInt8]? = { nil },
    listening: @escaping @Sendable (Bool) -> Void = { _ in },
    urgent: @escaping @Sendable (ControlRequest) -> ControlReply? = { _ in nil },
    left: @escaping @Sendable (ClientID) -> Void = { _ in },
    handler: @escaping @Sendable (ControlRequest) -> Void
  ) {
    state = Mutex(State(hub: ControlHub(limits: limits)))
    self.listener = listener
    self.sound = sound
    self.listening = listening
    self.urgent = urgent
    self.left = left
    self.handler = handler
    wakeFiles = Self.makePipe()
    if NamedThread.start("ghostnote-ctl", { [self] in run() }) { return }
    listener?.close()
    state.withLock { $0.isStopping = true }
  }

  /// The session's name as clients know it; nil without a socket of its own.
  public var name: String? { listener?.name }

  /// Whether anybody watches `channel`.
  public func isWatched(_ channel: ControlChannel) -> Bool {
    watched.load(ordering: .relaxed) & channel.bit != 0
  }

  /// Takes a connected socket as a client; closes it where there are as many as may be.
  public func adopt(_ file: Int32) {
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    admit(file)
    wake()
  }

  /// Replies to `request`.
  public func reply(_ reply: ControlReply, to request: ControlRequest) {
    change { $0.reply(reply, to: request) }
  }

  /// Replies to `request`, and makes its client watch `channels` and nothing else: `state` is how things
  /// stand now, `ahead` what is known of the drummer's bars.
  public func watch(
    _ channels: Set<ControlChannel>, replyingTo request: ControlRequest, state: JSONNode?,
    ahead: JSONNode?
  ) {
    change { hub in
      if let state { hub.publish(state: state) }
      hub.reply(.ok(nil), to: request)
      hub.watch(channels, by: request.client)
      if let ahead { hub.publish(ahead, to: .ahead, of: request.client) }
    }
  }

  /// Replies to `request`, and makes the rest of its connection sound.
  public func listen(replyingTo request: ControlRequest, _ reply: ControlReply) {
    change { hub in
      hub.reply(reply, to: request)
      hub.listen(request.client)
    }
  }

  /// Publishes how things stand.
  public func publish(state: JSONNode) { change { $0.publish(state: state) } }

  /// Publishes a message of a channel whose messages may be lost.
  public func publish(_ value: JSONNode, to channel: ControlChannel) {
    guard isWatched(channel) else { return }
    change { $0.publish(value, to: channel) }
  }

  /// Sends what clients take at once, and ends; returns when the thread has ended.
  public func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    guard isFirst else { return }
    listener?.close()
    wake()
    hasEnded.wait()
  }

  /// Changes the hub, sends what clients take at once, and lets the thread hand on the requests that may
  /// follow.
  func change(isOnThread: Bool = false, _ change: (inout ControlHub) -> Void) {
    let needsThread = state.withLock { state in
      guard !state.isStopping else { return false }
      change(&state.hub)
      let isLeft = send(in: &state)
      note(state.hub)
      let now = Self.now
      while let request = state.hub.nextRequest(at: now) { state.ready.append(request) }
      let isReady = !state.isHandingOn && !state.ready.isEmpty
      return isReady || isLeft || state.hub.nextWindow(at: now) != nil || state.hub.hasListeners
        || Self.isWaitOutdated(in: &state)
    }
    if isOnThread { handOn() } else if needsThread { wake() }
  }

  /// Whether a client from which the thread reads nothing is to be read from again, or to be closed. No event of
  /// its file would end the thread's wait.
  private static func isWaitOutdated(in state: inout State) -> Bool {
    for id in state.unread where state.hub.wantsInput(id) || state.hub.isDone(id) { return true }
    return false
  }

  /// On the server's thread, since urgent requests may follow each other without end: calls the handler with
  /// each request that may be carried out; those that follow from its own replies come here too, instead of
  /// from within.
  private func handOn() {
    while true {
      let request: ControlRequest? = state.withLock { state in
        state.isHandingOn = !state.ready.isEmpty
        guard state.isHandingOn else { return nil }
        return state.ready.removeFirst()
      }
      guard let request else { return }
      if let reply = urgent(request) {
        self.reply(reply, to: request)
      } else {
        handler(request)
      }
    }
  }

  /// Sends to each client what it takes; true where something is left, or a client is to be closed.
  func send(in state: inout State) -> Bool {
    var isLeft = false
    let now = Self.now
    for (id, file) in state.files where state.hub.hasOutput(id) {
      let result = unsafe state.hub.drain(id, at: now) { bytes in
        unsafe Glibc.send(
          file, bytes.baseAddress, bytes.count,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if result < 0, errno != EAGAIN, errno != EINTR { state.hub.lose(id) }
      if state.hub.isGone(id) { isLeft = true }
      if state.hub.hasOutput(id) { isLeft = true }
    }
    return isLeft
  }

  func note(_ hub: ControlHub) { watched.store(hub.watchedBits, ordering: .relaxed) }

  static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  func wake() {
    var byte: UInt8 = 0
    // Where it is full, the thread is about to wake anyhow.
    _ = unsafe write(wakeFiles.in, &byte, 1)
  }

  static func makePipe() -> (out: Int32, in: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for file in ends {
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }

  /// The thread closes the file when it no longer waits on it.
  func close(_ id: ClientID, in state: inout State) {
    guard let file = state.files.removeValue(forKey: id) else { return }
    shutdown(file, Int32(SHUT_RDWR))
    state.closing.append(file)
    state.hub.disconnect(id)
    left(id)
  }
}
