import Foundation
import Synchronization

extension ControlServer {
  func run() {
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
    state.unread = []
    for (id, file) in state.files {
      if state.hub.isDone(id) {
        close(id, in: &state)
        continue
      }
      var events: Int16 = 0
      if state.hub.wantsInput(id) { events |= Int16(POLLIN) } else { state.unread.insert(id) }
      if state.hub.hasOutput(id) { events |= Int16(POLLOUT) }
      // The hangup of one that is gone would be reported without end.
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

  func admit(_ file: Int32) {
    state.withLock { state in
      let now = Self.now
      var id = state.hub.connect(at: now)
      if id == nil, let stalled = state.hub.stalled(at: now) {
        close(stalled, in: &state)
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
