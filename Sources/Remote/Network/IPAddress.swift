import Glibc
import NIOCore

/// An IPv4 or IPv6 address; an IPv4 address within IPv6 is the IPv4 address.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// 4 or 16.
  let bytes: [UInt8]

  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    self.bytes = bytes.starts(with: mapped) && bytes.count == 16 ? Array(bytes[12...]) : bytes
  }

  /// As it is written in full, without a zone: `192.168.1.5`, `fd00::2`.
  ///
  /// The corresponding C function is `inet_pton`, which takes neither `127.1` nor numbers of other bases.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if unsafe inet_pton(family, text, &bytes) == 1 {
        self.init(bytes: bytes)
        return
      }
    }
    return nil
  }

  /// The address of a connection's end; nil for a socket of the file system.
  init?(_ address: SocketAddress?) {
    switch address {
    case .v4(let v4):
      // `struct sockaddr_in` has the host from its 4th byte on, `struct sockaddr_in6` from its 8th.
      let all = unsafe withUnsafeBytes(of: v4.address) { unsafe Array($0) }
      self.init(bytes: Array(all[4..<8]))
    case .v6(let v6):
      let all = unsafe withUnsafeBytes(of: v6.address) { unsafe Array($0) }
      self.init(bytes: Array(all[8..<24]))
    default: return nil
    }
  }

  public var description: String {
    var text = [CChar](repeating: 0, count: 64)
    let family = isIPv6 ? AF_INET6 : AF_INET
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var isIPv6: Bool { bytes.count == 16 }

  /// As it stands in a URL.
  public var urlHost: String { isIPv6 ? "[\(self)]" : description }

  var isLoopback: Bool {
    isIPv6 ? bytes == [UInt8](repeating: 0, count: 15) + [1] : bytes[0] == 127
  }

  /// Whether it is of the ranges that are never routed over the internet, and can stand in a link: those of
  /// RFC 1918, 3927, 4193 and 6598.
  var isPrivate: Bool { Self.privateRanges.contains { $0.contains(self) } }

  /// The address itself, or the 64 bits that a network of IPv6 has in common.
  var network: IPAddress {
    guard isIPv6 else { return self }
    return IPAddress(bytes: Array(bytes[..<8]) + [UInt8](repeating: 0, count: 8)) ?? self
  }

  /// A range of addresses.
  struct Range: Sendable, Hashable {
    let first: IPAddress
    /// Bits in common.
    let length: Int

    init?(_ first: String, _ length: Int) {
      guard let first = IPAddress(first) else { return nil }
      (self.first, self.length) = (first, length)
    }

    /// One bits where addresses are the same, as openssl writes a range.
    var mask: IPAddress? {
      IPAddress(
        bytes: first.bytes.indices.map { index in
          UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, length - 8 * index)))
        })
    }

    func contains(_ address: IPAddress) -> Bool {
      guard let mask, address.bytes.count == first.bytes.count else { return false }
      return zip(zip(address.bytes, mask.bytes), first.bytes).allSatisfy { $0.0 & $0.1 == $1 }
    }
  }

  static let privateRanges = [
    Range("10.0.0.0", 8), Range("172.16.0.0", 12), Range("192.168.0.0", 16),
    Range("169.254.0.0", 16), Range("100.64.0.0", 10), Range("fc00::", 7),
  ].compactMap { $0 }
}
