/// A connection between a port of ours and somebody else's.
struct Wire: Hashable, Sendable {
  /// Our port's name without the client's, which may differ the next time we join.
  var own: String
  /// The other port's whole name.
  var peer: String
  /// True where the port of ours is the source.
  var isOutgoing: Bool
}

extension Wire {
  /// The whole names of source and destination, ours being `client`.
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
}
