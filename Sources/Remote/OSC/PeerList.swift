import NIOCore

/// Who may send: this machine, and the addresses and networks that were allowed.
public struct PeerList: Sendable, Hashable {
  private struct Network: Sendable, Hashable {
    var bytes: [UInt8]
    var bits: Int

    func contains(_ other: [UInt8]) -> Bool {
      guard other.count == bytes.count else { return false }
      return (0..<bits).allSatisfy { bit in
        let mask: UInt8 = 0x80 >> UInt8(bit % 8)
        return bytes[bit / 8] & mask == other[bit / 8] & mask
      }
    }
  }
  private var networks: [Network] = []

  /// Only this machine.
  public init() {}

  /// Whether only this machine may send.
  public var isLoopbackOnly: Bool { networks.isEmpty }

  /// Whether any of them is of IPv6.
  var hasIPv6: Bool { networks.contains { $0.bytes.count == 16 } }

  /// Allows an address, as in `192.168.1.20`, or a network, as in `192.168.1.0/24`; false for anything
  /// else.
  public mutating func allow(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2,
      let bytes = (try? SocketAddress(ipAddress: String(first), port: 0)).flatMap(Self.bytes)
    else { return false }
    guard let bits = parts.count == 2 ? Int(parts[1]) : 8 * bytes.count,
      (1...8 * bytes.count).contains(bits)
    else { return false }
    networks.append(Network(bytes: bytes, bits: bits))
    return true
  }

  /// Whether packets of `peer` are taken.
  func allows(_ peer: SocketAddress) -> Bool {
    guard let bytes = Self.bytes(peer) else { return false }
    let isOwn = bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    return isOwn || networks.contains { $0.contains(bytes) }
  }

  private static func bytes(_ address: SocketAddress) -> [UInt8]? {
    switch address {
    // `struct sockaddr_in` has the host from its 4th byte on, `struct sockaddr_in6` from its 8th.
    case .v4(let v4):
      let bytes = unsafe withUnsafeBytes(of: v4.address) { unsafe Array($0) }
      return Array(bytes[4..<8])
    case .v6(let v6):
      let all = unsafe withUnsafeBytes(of: v6.address) { unsafe Array($0) }
      let bytes = Array(all[8..<24])
      // An IPv4 address that came in by a socket for both.
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      return isMapped ? Array(bytes[12...]) : bytes
    default: return nil
    }
  }
}
