/// A connection between one of our ports and another client's.
struct Wire: Hashable, Sendable {
  /// Our port's name without the client name, which may change when we reconnect.
  var own: String
  /// The other port's full name.
  var peer: String
  /// Whether our port is the source.
  var isOutgoing: Bool
}

extension Wire {
  /// The full names of source and destination, if our client is called `client`.
  func ends(of client: String) -> (source: String, destination: String) {
    let own = "\(client):\(own)"
    return isOutgoing ? (own, peer) : (peer, own)
  }
}

extension JACKEvent {
  static func connected(_ wire: Wire, of client: String) -> JACKEvent {
    let (source, destination) = wire.ends(of: client)
    return .connected(source: source, destination: destination)
  }

  static func disconnected(_ wire: Wire, of client: String) -> JACKEvent {
    let (source, destination) = wire.ends(of: client)
    return .disconnected(source: source, destination: destination)
  }

  static func removedFeedback(_ wire: Wire, of client: String) -> JACKEvent {
    let (source, destination) = wire.ends(of: client)
    return .removedFeedback(source: source, destination: destination)
  }
}
