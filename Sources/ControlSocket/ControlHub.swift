/// The clients of a control socket without their sockets: what each may ask next, and what each is sent.
///
/// A value: the server around it makes the system calls. Times are nanoseconds of any steady clock.
public struct ControlHub: Sendable {
  let limits: ControlLimits
  private(set) var clients: [ClientID: ControlClientState] = [:]
  /// In the order in which they are asked next.
  private var turns: [ClientID] = []
  private var lastNumber = 0
  private var windowStart: Int64 = .min
  private var requestsInWindow = 0
  /// The state as it was published last, and its number.
  public private(set) var state = JSONNode.object([:])
  public private(set) var revision = 0

  public init(limits: ControlLimits = ControlLimits()) { self.limits = limits }

  /// Takes a client; nil where there are as many as may be.
  public mutating func connect(at now: Int64) -> ClientID? {
    guard clients.count < limits.clients else { return nil }
    lastNumber += 1
    let id = ClientID(number: lastNumber)
    clients[id] = ControlClientState(progress: now)
    turns.append(id)
    return id
  }

  /// The client that has taken nothing for longest, where that is too long.
  public func stalled(at now: Int64) -> ClientID? {
    clients.filter { $0.value.isStalled(since: now - limits.patience) }
      .min { $0.value.progress < $1.value.progress }?.key
  }

  /// Forgets a client that is gone.
  public mutating func disconnect(_ id: ClientID) {
    clients[id] = nil
    turns.removeAll { $0 == id }
  }

  /// Whether more is to be read from the client: not while what it sent before waits.
  public func wantsInput(_ id: ClientID) -> Bool {
    guard let client = clients[id], !client.hasEnded else { return false }
    return client.listens || client.reader.hasRoom
  }

  /// Takes what a client sent.
  public mutating func receive(_ bytes: some Sequence<UInt8>, from id: ClientID) {
    // What comes from a listener is nobody's command any more.
    guard clients[id]?.listens == false else { return }
    clients[id]?.reader.receive(bytes)
  }

  /// Notes that a client sends no more.
  public mutating func endInput(of id: ClientID) {
    clients[id]?.reader.end()
    clients[id]?.hasEnded = true
  }

  /// Notes that a client is gone: what it asked for before is still carried out, and nothing is sent.
  public mutating func lose(_ id: ClientID) {
    // A line that was not ended is not carried out: it may be cut off.
    clients[id]?.hasEnded = true
    clients[id]?.isGone = true
    clients[id]?.watched = []
    clients[id]?.listens = false
    clients[id]?.queue = SendQueue()
  }

  /// Whether a client is gone, though its requests are not done.
  public func isGone(_ id: ClientID) -> Bool { clients[id]?.isGone != false }

  /// Whether a client that sends no more has been given all that it asked for.
  public mutating func isDone(_ id: ClientID) -> Bool {
    clients[id]?.isDone == true && clients[id]?.reader.hasNext() == false
  }
}

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
      case .line(let tag, let line):
        clients[id]?.isBusy = true
        return ControlRequest(client: id, tag: tag, line: line)
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
    clients[id]?.listens = true
    clients[id]?.watched = []
  }

  private mutating func send(_ bytes: [UInt8], to id: ClientID) {
    guard clients[id]?.isGone == false else { return }
    clients[id]?.queue.append(bytes)
  }

  private func watches(_ id: ClientID, _ channel: ControlChannel) -> Bool {
    clients[id]?.watched.contains(channel) == true
  }

  private func hasRoom(_ id: ClientID, for message: [UInt8]) -> Bool {
    clients[id].map { $0.queue.byteCount + message.count <= limits.queue } == true
  }
}

extension ControlHub {
  /// What anybody watches, one bit for each channel.
  public var watchedBits: UInt8 {
    var bits: UInt8 = 0
    for client in clients.values { for channel in client.watched { bits |= channel.bit } }
    return bits
  }

  /// Whether anybody listens.
  public var hasListeners: Bool { clients.values.contains { $0.listens } }

  /// Has a client watch `channels` and nothing else; with `state` it is sent a seed.
  public mutating func watch(_ channels: Set<ControlChannel>, by id: ClientID) {
    clients[id]?.watched = channels
    clients[id]?.needsSeed = false
    clients[id]?.dropped = [:]
    if channels.contains(.state) { send(seed, to: id) }
  }

  /// Publishes how things stand: who watches is sent what is different.
  public mutating func publish(state next: JSONNode) {
    let differences = state.differences(to: next)
    guard !differences.isEmpty else { return }
    state = next
    revision += 1
    let message = Self.message(
      "state", .object(["revision": .integer(revision), "changes": .array(differences)]))
    for id in turns where watches(id, .state) && clients[id]?.needsSeed == false {
      if hasRoom(id, for: message) { send(message, to: id) } else { clients[id]?.needsSeed = true }
    }
  }

  /// Publishes a message of a channel whose messages may be lost.
  public mutating func publish(_ value: JSONNode, to channel: ControlChannel) {
    let message = Self.message(channel.rawValue, value)
    for id in turns where watches(id, channel) {
      if hasRoom(id, for: message) {
        send(message, to: id)
      } else {
        clients[id]?.dropped[channel, default: 0] += 1
      }
    }
  }

  /// Sends a message of a channel to one client that has begun to watch it.
  public mutating func publish(_ value: JSONNode, to channel: ControlChannel, of id: ClientID) {
    guard watches(id, channel) else { return }
    send(Self.message(channel.rawValue, value), to: id)
  }

  /// Sends sound to who listens; a listener that is slow loses the oldest.
  public mutating func publish(sound: [UInt8]) {
    for id in turns where clients[id]?.listens == true {
      send(sound, to: id)
      while clients[id].map({ $0.queue.byteCount > limits.sound }) == true,
        clients[id]?.queue.dropOldest() == true
      {}
    }
  }

  private var seed: [UInt8] {
    Self.message("state", .object(["revision": .integer(revision), "seed": state]))
  }

  static func message(_ name: String, _ value: JSONNode) -> [UInt8] {
    Array((JSONNode.object([name: value]).text + "\n").utf8)
  }
}

extension ControlHub {
  /// Whether bytes wait for the client.
  public func hasOutput(_ id: ClientID) -> Bool { clients[id]?.queue.isEmpty == false }

  /// Offers what waits for a client to `send`, which returns how many bytes it took, or less than 1;
  /// returns its last result. What the client missed follows once a quarter of the queue is left.
  @discardableResult public mutating func drain(
    _ id: ClientID, at now: Int64, _ send: (UnsafeRawBufferPointer) -> Int
  ) -> Int {
    guard let before = clients[id]?.queue.byteCount else { return 0 }
    var result = unsafe clients[id]?.queue.drain(send) ?? 0
    let left = clients[id]?.queue.byteCount ?? 0
    if left < before || left == 0 { clients[id]?.progress = now }
    guard left <= limits.queue / 4, clients[id]?.missesSomething == true else { return result }
    makeUp(id)
    result = unsafe clients[id]?.queue.drain(send) ?? result
    return result
  }

  private mutating func makeUp(_ id: ClientID) {
    guard let client = clients[id] else { return }
    if !client.dropped.isEmpty {
      let counts = client.dropped.map { ($0.key.rawValue, JSONNode.integer($0.value)) }
      self.send(Self.message("lost", .object(Dictionary(uniqueKeysWithValues: counts))), to: id)
    }
    if client.needsSeed { self.send(seed, to: id) }
    clients[id]?.dropped = [:]
    clients[id]?.needsSeed = false
  }
}
