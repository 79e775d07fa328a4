import Foundation
import Synchronization

/// Serves a control socket's clients from a thread of its own. Thread-safe. Real-time: no.
///
/// No client is ever waited for: what one does not take waits in its queue, within a bound.
public final class ControlServer: Sendable {
  private struct State {
    var hub: ControlHub
    var files: [ClientID: Int32] = [:]
    var isStopping = false
    /// Files to close once the thread no longer waits on them.
    var closing: [Int32] = []
  }

  private let state: Mutex<State>
  private let listener: ControlListener?
  /// A pipe's ends: a byte in it ends the thread's wait.
  private let wakeFiles: (out: Int32, in: Int32)
  private let handler: @Sendable (ControlRequest) -> Void
  private let sound: @Sendable () -> [UInt8]?
  private let listening: @Sendable (Bool) -> Void
  private let watched = Atomic<UInt8>(0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// How often sound is sent, in milliseconds.
  private static let soundInterval: Int32 = 5

  /// Serves `listener`, and what `adopt` is given, until `stop`.
  ///
  /// - Parameters:
  ///   - sound: takes what was played since the last call, as bytes, or nil for nothing yet; called on
  ///     the server's thread every 5 ms while anybody listens.
  ///   - listening: called when the first listener comes and when the last has gone.
  ///   - handler: called for each request, one at a time for each client; `reply` lets the next follow.
  public init(
    _ listener: ControlListener?, limits: ControlLimits = ControlLimits(),
    sound: @escaping @Sendable () -> [UInt8]? = { nil },
    listening: @escaping @Sendable (Bool) -> Void = { _ in },
    handler: @escaping @Sendable (ControlRequest) -> Void
  ) {
    state = Mutex(State(hub: ControlHub(limits: limits)))
    self.listener = listener
    self.sound = sound
    self.listening = listening
    self.handler = handler
    wakeFiles = Self.makePipe()
    let thread = Thread { [self] in run() }
    thread.name = "ghostnote-ctl"
    thread.start()
  }

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

  /// Changes the hub, sends what clients take at once, and hands on the requests that may follow.
  private func change(isOnThread: Bool = false, _ change: (inout ControlHub) -> Void) {
    let (requests, needsThread) = state.withLock { state in
      guard !state.isStopping else { return ([ControlRequest](), false) }
      change(&state.hub)
      let isLeft = send(in: &state)
      note(state.hub)
      let now = Self.now
      let requests = Self.requests(of: &state.hub, at: now)
      return (requests, isLeft || state.hub.nextWindow(at: now) != nil || state.hub.hasListeners)
    }
    for request in requests { handler(request) }
    if needsThread, !isOnThread { wake() }
  }

  /// Sends to each client what it takes; true where something is left, or a client is to be closed.
  private func send(in state: inout State) -> Bool {
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

  private static func requests(of hub: inout ControlHub, at now: Int64) -> [ControlRequest] {
    var requests: [ControlRequest] = []
    while let request = hub.nextRequest(at: now) { requests.append(request) }
    return requests
  }

  private func note(_ hub: ControlHub) { watched.store(hub.watchedBits, ordering: .relaxed) }

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  private func wake() {
    var byte: UInt8 = 0
    // Where it is full, the thread is about to wake anyhow.
    _ = unsafe write(wakeFiles.in, &byte, 1)
  }

  private static func makePipe() -> (out: Int32, in: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for file in ends {
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }

  /// The thread closes the file when it no longer waits on it.
  private static func close(_ id: ClientID, in state: inout State) {
    guard let file = state.files.removeValue(forKey: id) else { return }
    shutdown(file, Int32(SHUT_RDWR))
    state.closing.append(file)
    state.hub.disconnect(id)
  }
}

// MARK: - The thread

extension ControlServer {
  private func run() {
    var wasListened = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (polled, ids, timeout) = state.withLock { prepare(&$0) }
      guard let ids else { break }
      var files = polled
      _ = unsafe poll(&files, nfds_t(files.count), timeout)
      if files[0].revents != 0 { clearWake() }
      if listener != nil, files[1].revents != 0 { acceptAll() }
      for (file, id) in zip(files.dropFirst(2), ids) where file.revents != 0 {
        read(file, id, into: &buffer)
      }
      let listens = state.withLock { $0.hub.hasListeners }
      if listens != wasListened { listening(listens) }
      wasListened = listens
      let bytes = listens ? sound() : nil
      change(isOnThread: true) { hub in bytes.map { hub.publish(sound: $0) } }
    }
    finish()
  }

  /// What to wait for: the wake signal, the listener, and each client; nil clients where it is to end.
  private func prepare(_ state: inout State) -> ([pollfd], [ClientID]?, Int32) {
    for file in state.closing { Glibc.close(file) }
    state.closing = []
    guard !state.isStopping else { return ([], nil, 0) }
    var files = [
      pollfd(fd: wakeFiles.out, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener?.file ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    var ids: [ClientID] = []
    for (id, file) in state.files {
      if state.hub.isDone(id) {
        Self.close(id, in: &state)
        continue
      }
      var events: Int16 = 0
      if state.hub.wantsInput(id) { events |= Int16(POLLIN) }
      if state.hub.hasOutput(id) { events |= Int16(POLLOUT) }
      // The hangup of one that is gone would be reported for ever.
      let file = state.hub.isGone(id) ? -1 : file
      files.append(pollfd(fd: file, events: events, revents: 0))
      ids.append(id)
    }
    if !state.closing.isEmpty { return (files, ids, 0) }
    let now = Self.now
    var timeout = state.hub.nextWindow(at: now).map { Int32(($0 - now) / 1_000_000 + 1) } ?? -1
    if state.hub.hasListeners {
      timeout = timeout < 0 ? Self.soundInterval : min(timeout, Self.soundInterval)
    }
    return (files, ids, timeout)
  }

  private func clearWake() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe Glibc.read(wakeFiles.out, &bytes, 64) > 0 {}
  }

  private func acceptAll() {
    guard let listener else { return }
    while true {
      let file = accept(listener.file, nil, nil)
      guard file >= 0 else {
        // Without descriptors the same connection would be reported again at once.
        if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        return
      }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      guard SocketAddress.isPeerTrusted(file) else {
        Glibc.close(file)
        continue
      }
      admit(file)
    }
  }

  private func admit(_ file: Int32) {
    state.withLock { state in
      let now = Self.now
      var id = state.hub.connect(at: now)
      if id == nil, let stalled = state.hub.stalled(at: now) {
        Self.close(stalled, in: &state)
        id = state.hub.connect(at: now)
      }
      if let id, !state.isStopping {
        state.files[id] = file
        return
      }
      let reply = ControlReply.failure(
        "expected at most \(state.hub.limits.clients) clients; end one")
      let bytes = reply.line(tag: nil)
      _ = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          file, $0.baseAddress, $0.count,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      Glibc.close(file)
    }
  }

  private func read(_ file: pollfd, _ id: ClientID, into buffer: inout [UInt8]) {
    let isGone = file.revents & Int16(POLLERR | POLLNVAL) != 0
    var count = -1
    if !isGone, file.revents & Int16(POLLIN | POLLHUP) != 0 {
      count = unsafe recv(file.fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { return }
    } else if !isGone {
      return
    }
    state.withLock { state in
      // It may have been closed meanwhile.
      guard state.files[id] == file.fd else { return }
      if count > 0 {
        state.hub.receive(buffer[..<count], from: id)
      } else if count == 0, file.revents & Int16(POLLHUP) == 0 {
        state.hub.endInput(of: id)
      } else {
        state.hub.lose(id)
      }
    }
  }

  private func finish() {
    state.withLock { state in
      for (_, file) in state.files { Glibc.close(file) }
      for file in state.closing { Glibc.close(file) }
      state.files = [:]
      state.closing = []
    }
    watched.store(0, ordering: .relaxed)
    listening(false)
    Glibc.close(wakeFiles.out)
    Glibc.close(wakeFiles.in)
    hasEnded.signal()
  }
}
