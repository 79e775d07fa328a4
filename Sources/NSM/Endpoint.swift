import Glibc

/// The address of a UDP socket, IPv4 or IPv6.
struct Endpoint: Sendable, Hashable {
  /// A `struct sockaddr_in` or `sockaddr_in6`.
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first address that the host has, IPv4 before IPv6; nil where it has none.
  ///
  /// One question for both, since a name server that does not reply is waited for each time. The
  /// corresponding C function is `getaddrinfo`.
  static func find(_ address: NSMAddress) -> Endpoint? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address.host, "\(address.port)", &hints, &list) == 0,
      let first = unsafe list
    else { return nil }
    defer { unsafe freeaddrinfo(first) }
    var found: [Endpoint] = []
    while let one = unsafe list?.pointee {
      if let name = unsafe one.ai_addr, unsafe [AF_INET, AF_INET6].contains(one.ai_family) {
        let raw = unsafe UnsafeRawBufferPointer(start: name, count: Int(one.ai_addrlen))
        found.append(unsafe Endpoint(Array(raw)))
      }
      unsafe list = one.ai_next
    }
    return found.first { $0.family == AF_INET } ?? found.first
  }

  /// `AF_INET` or `AF_INET6`.
  var family: Int32 { Int32(bytes[0]) | Int32(bytes[1]) << 8 }

  /// The port; in both kinds of address it follows the family.
  var port: UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  private var host: [UInt8] { family == AF_INET ? Array(bytes[4..<8]) : Array(bytes[8..<24]) }

  /// Whether what `other` sends may be this server's: by its port, and by an address of its machine.
  ///
  /// A server that listens on every address of this machine replies from the one that is nearest.
  func mayHaveSent(from other: Endpoint) -> Bool {
    guard other.family == family, other.port == port else { return false }
    return other.host == host || isOfThisMachine && other.isOfThisMachine
  }

  /// Whether it is an address of this machine: only to such a one a socket can be bound.
  private var isOfThisMachine: Bool {
    var anyPort = bytes
    (anyPort[2], anyPort[3]) = (0, 0)
    let file = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    return unsafe Endpoint(anyPort).withPointer { unsafe bind(file, $0, $1) } == 0
  }

  /// Sends a datagram to it; false where the system refuses. The corresponding C function is `sendto`.
  func send(_ packet: [UInt8], by file: Int32) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return unsafe withPointer { unsafe Int32(sendto(file, packet, packet.count, flags, $0, $1)) }
      >= 0
  }

  private func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress else { return -1 }
      return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
  }

  /// The datagram that has come and who sent it; nil with `errno` set where there is none to have. The
  /// corresponding C function is `recvfrom`.
  static func receive(by file: Int32, into buffer: inout [UInt8]) -> (count: Int, from: Endpoint?)?
  {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let count = unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe recvfrom(
          file, &buffer, buffer.count, Int32(MSG_DONTWAIT), name, &size)
      }
    }
    guard count >= 0 else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &name) { unsafe Array($0.prefix(Int(size))) }
    let isWhole = bytes.count == 16 || bytes.count == 28
    return (count, isWhole ? Endpoint(bytes) : nil)
  }
}
