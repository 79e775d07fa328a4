/// The clients of a control socket without their sockets: what each may ask next, and what each is sent.
///
/// A value: the server around it makes the system calls. Times are nanoseconds of any steady clock.
public struct ControlHub: Sendable {
  let limits: ControlLimits
  var clients: [ClientID: ControlClientState] = [:]
  /// In the order in which they are asked next.
  var turns: [ClientID] = []
  var lastNumber = 0
  var windowStart: Int64 = .min
  var requestsInWindow = 0
  /// The state as it was published last, and its number.
  public internal(set) var state = JSONNode.object([:])
  /// Counts the changes of `state`.
  public internal(set) var revision = 0

  /// No clients, and an empty state.
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
    // What a listener sends is not a command any more.
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
    forgetMissed(id)
  }

  /// Whether a client is gone, though its requests are not done.
  public func isGone(_ id: ClientID) -> Bool { clients[id]?.isGone != false }

  /// Whether a client that sends no more has been given all that it asked for.
  public mutating func isDone(_ id: ClientID) -> Bool {
    clients[id]?.isDone == true && clients[id]?.reader.hasNext() == false
  }
}
