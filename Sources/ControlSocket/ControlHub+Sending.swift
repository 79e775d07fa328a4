import Commands

extension ControlHub {
  /// Whether something waits for the client: bytes, or what takes the place of what it missed.
  public func hasOutput(_ id: ClientID) -> Bool {
    clients[id].map { !$0.queue.isEmpty || $0.missesSomething } == true
  }

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
    forgetMissed(id)
  }

  /// Owes the client nothing of what it missed.
  mutating func forgetMissed(_ id: ClientID) {
    clients[id]?.dropped = [:]
    clients[id]?.needsSeed = false
  }
}
