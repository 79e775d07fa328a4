import Glibc

/// The addresses of this machine.
enum NetworkInterfaces {
  /// The addresses of interfaces that are up, the likeliest for a phone first: that of the default route, then
  /// IPv4 before IPv6. Those of loopback and of one link only are left out.
  ///
  /// The corresponding C function is `getifaddrs`.
  static var addresses: [IPAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var found: [IPAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      let flags = unsafe entry.ifa_flags
      guard flags & UInt32(IFF_UP) != 0, let address = unsafe address(of: entry.ifa_addr),
        !address.isLoopback, !address.isLinkLocal,
        !found.contains(address)
      else { continue }
      found.append(address)
    }
    let first = defaultRoute
    return found.filter { $0 == first } + found.filter { $0 != first && !$0.isIPv6 }
      + found.filter { $0 != first && $0.isIPv6 }
  }

  /// Those on which phones of the same network reach us, and nobody else does.
  static var privateAddresses: [IPAddress] { addresses.filter(\.isPrivate) }

  /// This machine's name without a domain, in lower case; nil where it cannot stand in a certificate.
  static var hostName: String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, text.count - 1) == 0 else { return nil }
    let name = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let label = name.lowercased().prefix { $0 != "." }
    let isPlain = label.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    return label.isEmpty || !isPlain || label.count > 63 ? nil : String(label)
  }

  /// From which address something far away would be asked; nothing is sent.
  private static var defaultRoute: IPAddress? {
    let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var far = sockaddr_in()
    far.sin_family = sa_family_t(AF_INET)
    far.sin_port = UInt16(53).bigEndian
    far.sin_addr.s_addr = UInt32(0xC633_6401).bigEndian
    var own = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafePointer(to: &far) { far in
      unsafe far.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(file, $0, size) == 0
      }
    }
    guard isKnown else { return nil }
    let isFound = unsafe withUnsafeMutablePointer(to: &own) { own in
      unsafe own.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(file, $0, &size) == 0
      }
    }
    let host = own.sin_addr.s_addr
    guard isFound else { return nil }
    return IPAddress(bytes: (0..<4).map { UInt8(truncatingIfNeeded: host >> (8 * UInt32($0))) })
  }

  private static func address(of pointer: UnsafeMutablePointer<sockaddr>?) -> IPAddress? {
    guard let pointer = unsafe pointer else { return nil }
    // The host is from the 4th byte of `struct sockaddr_in` on, and from the 8th of `struct sockaddr_in6`.
    switch unsafe Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: 16)
      return unsafe IPAddress(bytes: Array(bytes[4..<8]))
    case AF_INET6:
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: 28)
      return unsafe IPAddress(bytes: Array(bytes[8..<24]))
    default: return nil
    }
  }
}

extension IPAddress {
  /// fe80::/10, which no link can name without the interface of the device that follows it.
  var isLinkLocal: Bool { isIPv6 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }
}
