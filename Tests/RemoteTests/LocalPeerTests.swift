import Foundation
import NIOCore
import Testing

@testable import Remote

/// Whose program a loopback connection belongs to.
@Suite struct LocalPeerTests {
  @Test func `a connection of our own is trusted as long as it is there, on IPv4 and IPv6`() throws
  {
    for host in ["127.0.0.1", "::1"] {
      let server = try Loopback(host)
      let client = try RawClient(host: host, port: server.port)
      let accepted = server.accept()
      defer { close(accepted) }
      let (own, peer) = try (server.address(), client.address())
      #expect(LocalPeer.isTrusted(peer, to: own))
      // What is closed has no owner any more, and the kernel lists it as root's.
      client.end()
      #expect(!LocalPeer.isTrusted(peer, to: own))
    }
  }

  @Test func `a connection that is not there is not trusted`() throws {
    let own = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
    let peer = try SocketAddress(ipAddress: "127.0.0.1", port: 2)
    #expect(!LocalPeer.isTrusted(peer, to: own))
    #expect(!LocalPeer.isTrusted(nil, to: own))
    #expect(!LocalPeer.isTrusted(try SocketAddress(unixDomainSocketPath: "/tmp/x"), to: own))
  }

  @Test func `the user is read from an established connection's message alone`() {
    var reply = [UInt8](repeating: 0, count: 88)
    (reply[4], reply[17], reply[80], reply[81]) = (20, 1, 0xE8, 0x03)
    #expect(LocalPeer.user(in: reply) == 1_000)
    reply[17] = 6
    #expect(LocalPeer.user(in: reply) == nil)
    #expect(LocalPeer.user(in: Array(reply.prefix(87))) == nil)
  }
}
