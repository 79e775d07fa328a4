import Glibc
import NIOCore

/// Whose program is at the other end of a loopback connection.
///
/// A loopback port is open to every user of the machine, unlike the control socket; the kernel knows who
/// opened a connection (sock_diag(7)).
enum LocalPeer {
  /// Whether the connection from `peer` to `own` was opened by this user or by root.
  static func isTrusted(_ peer: SocketAddress?, to own: SocketAddress?) -> Bool {
    guard let request = request(from: peer, to: own), let reply = ask(request),
      let user = user(in: reply)
    else { return false }
    return user == geteuid() || user == 0
  }

  /// `SOCK_DIAG_BY_FAMILY` for one TCP connection, as `struct nlmsghdr` and `struct inet_diag_req_v2`;
  /// nil for what is not an IP address.
  static func request(from peer: SocketAddress?, to own: SocketAddress?) -> [UInt8]? {
    guard let from = peer.flatMap(bytes), let to = own.flatMap(bytes), let family = family(of: peer)
    else { return nil }
    var request: [UInt8] = words(72) + [20, 0, 1, 0] + words(1) + words(0)
    request += [family, UInt8(IPPROTO_TCP), 0, 0] + words(0xFFFF_FFFF)
    request += [UInt8(from.port >> 8), UInt8(from.port & 0xFF)]
    request += [UInt8(to.port >> 8), UInt8(to.port & 0xFF)]
    request += from.host + to.host + words(0) + words(0xFFFF_FFFF) + words(0xFFFF_FFFF)
    return request
  }

  /// The user that `struct inet_diag_msg` names, of an established connection; a closed one has none, and
  /// is listed as root's.
  static func user(in reply: [UInt8]) -> UInt32? {
    let isMessage = reply.count >= 88 && reply[4] == 20 && reply[5] == 0
    guard isMessage, reply[17] == 1 else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(reply[80 + $1]) << (8 * UInt32($1)) }
  }

  private static func ask(_ request: [UInt8]) -> [UInt8]? {
    let (netlink, diagnosis) = (Int32(16), Int32(4))
    let file = socket(netlink, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), diagnosis)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard unsafe send(file, request, request.count, 0) == request.count else { return nil }
    let reply = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, filled in
      filled = max(0, unsafe recv(file, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)))
    }
    return reply.isEmpty ? nil : reply
  }

  private static func words(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func family(of address: SocketAddress?) -> UInt8? {
    IPAddress(address).map { UInt8($0.isIPv6 ? AF_INET6 : AF_INET) }
  }

  /// The address in 16 bytes, and the port.
  private static func bytes(_ address: SocketAddress) -> (host: [UInt8], port: Int)? {
    guard let port = address.port, let host = IPAddress(address)?.bytes else { return nil }
    return (host + [UInt8](repeating: 0, count: 16 - host.count), port)
  }
}
