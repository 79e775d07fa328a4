public import Commands

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
    // One that is gone would keep its place.
    guard clients[id]?.isGone == false else { return }
    clients[id]?.watched = channels
    forgetMissed(id)
    if channels.contains(.state) { send(seed, to: id) }
  }

  /// Publishes how things stand: who watches is sent what is different, or a seed where that has no room.
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

  var seed: [UInt8] {
    Self.message("state", .object(["revision": .integer(revision), "seed": state]))
  }

  static func message(_ name: String, _ value: JSONNode) -> [UInt8] {
    Array((JSONNode.object([name: value]).text + "\n").utf8)
  }
}
