/// Where a reverse proxy serves the page: scheme, host and port.
public struct PublicAddress: Sendable, Hashable, CustomStringConvertible {
  let scheme: String
  /// As in the Host header, with the port where it is not the scheme's own.
  let host: String

  /// From `https://drums.example.org`; nil for anything with a path, a user or another scheme.
  public init?(_ text: String) {
    let parts = text.lowercased().split(separator: "://", maxSplits: 1)
    guard parts.count == 2, ["http", "https"].contains(parts[0]) else { return nil }
    let named = parts[1].hasSuffix("/") ? parts[1].dropLast() : parts[1]
    // Browsers leave it out of Host and Origin.
    let standardPort = parts[0] == "https" ? ":443" : ":80"
    let host = named.hasSuffix(standardPort) ? named.dropLast(standardPort.count) : named
    let isPlain = host.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x3A).contains($0)
        || [0x2D, 0x2E, 0x5B, 0x5D].contains($0)
    }
    guard !host.isEmpty, isPlain else { return nil }
    (scheme, self.host) = (String(parts[0]), String(host))
  }

  /// Without a slash at the end, as a browser names it in Origin.
  public var description: String { "\(scheme)://\(host)" }
}
