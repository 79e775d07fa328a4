import NIOCore

/// How a connection came in.
struct Arrival: Sendable, Hashable {
  enum Door: Sendable, Hashable {
    /// A loopback address: programs of this machine, among them a reverse proxy.
    case loopback
    /// An address of the local network.
    case network
    /// The program that ends TLS, on a socket that only this user may open.
    case tls
  }

  let door: Door
  /// Where it comes from; nil where that is not known.
  let peer: IPAddress?
  /// Whether a program of this user on this machine opened it.
  let isOwn: Bool

  /// Of a connection without TLS.
  init(_ door: Door, _ channel: any Channel) {
    self.door = door
    peer = IPAddress(channel.remoteAddress)
    isOwn =
      door == .loopback
      && LocalPeer.isTrusted(channel.remoteAddress, to: channel.localAddress)
  }

  init(_ door: Door, peer: IPAddress?, isOwn: Bool) {
    (self.door, self.peer, self.isOwn) = (door, peer, isOwn)
  }
}
