import Commands

extension ControlHub {
  /// Takes the next request: of each client in turn one, and none while it waits for a reply, is sent
  /// more than it takes, or has had its share of the window.
  public mutating func nextRequest(at now: Int64) -> ControlRequest? {
    beginWindow(at: now)
    guard requestsInWindow < limits.allRequests else { return nil }
    for index in turns.indices {
      let id = turns[index]
      guard let request = request(of: id) else { continue }
      turns.append(turns.remove(at: index))
      requestsInWindow += 1
      return request
    }
    return nil
  }

  /// When requests that only wait for the next window can go on; nil where none does.
  public mutating func nextWindow(at now: Int64) -> Int64? {
    beginWindow(at: now)
    let isFull = requestsInWindow >= limits.allRequests
    for id in turns
    where isFull || clients[id].map({ $0.requests >= limits.requests }) == true {
      guard clients[id]?.isBusy == false, clients[id]?.listens == false,
        clients[id]?.reader.hasNext() == true
      else { continue }
      return windowStart + limits.window
    }
    return nil
  }

  private mutating func beginWindow(at now: Int64) {
    guard now < windowStart || windowStart == .min || now - windowStart >= limits.window else {
      return
    }
    windowStart = now
    requestsInWindow = 0
    for id in turns { clients[id]?.requests = 0 }
  }

  private mutating func request(of id: ClientID) -> ControlRequest? {
    while mayAsk(id) {
      guard let item = clients[id]?.reader.next() else { return nil }
      clients[id]?.requests += 1
      switch item {
      case .line(let tag, let gesture, let line):
        clients[id]?.isBusy = true
        return ControlRequest(client: id, tag: tag, gesture: gesture, line: line)
      case .refused(let tag, let reason):
        send(ControlReply.failure(reason, isUsage: true).line(tag: tag), to: id)
      }
    }
    return nil
  }

  private func mayAsk(_ id: ClientID) -> Bool {
    guard clients[id]?.isBusy == false, clients[id]?.listens == false else { return false }
    return clients[id].map { $0.requests < limits.requests && $0.queue.byteCount < limits.queue }
      == true
  }

  /// Sends the reply to a request; the client's next may follow.
  public mutating func reply(_ reply: ControlReply, to request: ControlRequest) {
    guard clients[request.client]?.isBusy == true else { return }
    send(reply.line(tag: request.tag), to: request.client)
    clients[request.client]?.isBusy = false
  }

  /// Makes the rest of a connection sound, after the reply to the request for it.
  public mutating func listen(_ id: ClientID) {
    // One that is gone would keep its place.
    guard clients[id]?.isGone == false else { return }
    clients[id]?.listens = true
    clients[id]?.watched = []
    forgetMissed(id)
  }

  mutating func send(_ bytes: [UInt8], to id: ClientID) {
    guard clients[id]?.isGone == false else { return }
    clients[id]?.queue.append(bytes)
  }

  func watches(_ id: ClientID, _ channel: ControlChannel) -> Bool {
    clients[id]?.watched.contains(channel) == true
  }

  func hasRoom(_ id: ClientID, for message: [UInt8]) -> Bool {
    clients[id].map { $0.queue.byteCount + message.count <= limits.queue } == true
  }
}
