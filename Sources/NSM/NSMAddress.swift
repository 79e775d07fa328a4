/// Where a session manager listens, as `$NSM_URL` names it: `osc.udp://HOST:PORT/`.
public struct NSMAddress: Sendable, Hashable {
  /// A name or an address, without brackets.
  public let host: String
  /// The UDP port, 1 to 65535.
  public let port: UInt16

  /// Nil for any other text.
  public init?(_ url: String) {
    let scheme = "osc.udp://"
    guard url.hasPrefix(scheme) else { return nil }
    var rest = url.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest.removeLast() }
    guard let colon = rest.lastIndex(of: ":"),
      let port = Self.port(rest[rest.index(after: colon)...])
    else { return nil }
    guard let host = Self.host(rest[..<colon]) else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// The name or the address; IPv6 stands in brackets (RFC 3986, section 3.2.2).
  private static func host(_ text: Substring) -> String? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let host = isBracketed ? text.dropFirst().dropLast() : text
    let others = isBracketed ? "[]/" : "[]/:"
    guard !host.isEmpty,
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !others.utf8.contains($0) })
    else { return nil }
    return String(host)
  }

  private static func port(_ text: Substring) -> UInt16? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0
    else { return nil }
    return port
  }
}
