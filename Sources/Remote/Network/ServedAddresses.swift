import QRCodes
import Synchronization

/// Under which addresses the page is reached, and the links that lead there.
final class ServedAddresses: Sendable {
  /// What ends TLS in front of this server.
  struct Secure: Sendable, Hashable {
    var port: Int
    /// Addresses and names that the certificate holds.
    var hosts: [String]
    /// The authority's certificate to be installed, and its fingerprint; nil for a certificate of one's own.
    var authority: [UInt8]?
    var fingerprint: String?
  }

  private struct State {
    var port: Int
    var network: [IPAddress] = []
    var secure: Secure?
  }
  private let state: Mutex<State>
  let publicAddress: PublicAddress?
  private let hostName: String?

  init(
    port: Int = 0, publicAddress: PublicAddress? = nil,
    hostName: String? = NetworkInterfaces.hostName
  ) {
    state = Mutex(State(port: port))
    (self.publicAddress, self.hostName) = (publicAddress, hostName)
  }

  /// Where it listens, by http.
  var port: Int {
    get { state.withLock { $0.port } }
    set { state.withLock { $0.port = newValue } }
  }

  /// Addresses of the local network that are listened on, the likeliest for a phone first.
  var network: [IPAddress] {
    get { state.withLock { $0.network } }
    set { state.withLock { $0.network = newValue } }
  }

  var secure: Secure? {
    get { state.withLock { $0.secure } }
    set { state.withLock { $0.secure = newValue } }
  }

  /// Whether anybody but this machine's user can come.
  var isOpen: Bool { publicAddress != nil || !network.isEmpty }

  // MARK: Names

  /// Whether a Host header names this server.
  ///
  /// Any port is taken: by a forwarded port it is another than ours, and a rebound address needs a name.
  func isOurs(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == publicAddress?.host || Self.isLoopback(host) { return true }
    guard let name = Self.name(in: host) else { return false }
    if host.hasPrefix("[") || name.allSatisfy({ $0.isNumber || $0 == "." }) {
      guard let address = IPAddress(name), address.urlHost == Self.bracketed(name, host) else {
        return false
      }
      return network.contains(address)
    }
    if secure?.hosts.contains(name) == true { return true }
    return isOpen && hostName.map { ["\($0).local", $0].contains(name) } == true
  }

  /// Whether a Host header names this machine as only a program of it can: by a name that can be bound to no other
  /// address, and by any port.
  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    guard let name = Self.name(in: host) else { return false }
    return host.hasPrefix("[") ? name == "::1" : ["localhost", "127.0.0.1"].contains(name)
  }

  private static func bracketed(_ name: String, _ host: String) -> String {
    host.hasPrefix("[") ? "[\(name)]" : name
  }

  /// The name without a port; nil where it is not well formed.
  private static func name(in host: String) -> String? {
    if host.hasPrefix("[") {
      let name = host.prefix { $0 != "]" }.dropFirst()
      let rest = host.dropFirst(name.count + 2)
      return host.contains("]") && (rest.isEmpty || isPort(rest)) ? String(name) : nil
    }
    let name = host.prefix { $0 != ":" }
    let rest = host.dropFirst(name.count)
    return rest.isEmpty || isPort(rest) ? String(name) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && (1...5).contains(text.count - 1)
      && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  // MARK: Links

  /// Where a page is: http, or by TLS; nil where it isn't served so.
  func base(isSecure: Bool) -> String? {
    if let publicAddress {
      return !isSecure || publicAddress.scheme == "https" ? publicAddress.description : nil
    }
    guard isSecure else { return network.first.map { "http://\($0.urlHost):\(port)" } }
    guard let secure, !network.isEmpty else { return nil }
    let addresses = network.filter { secure.hosts.contains($0.description) }.map(\.urlHost)
    // An address that the certificate does not hold is reached by a name; others that it holds are not listened on.
    guard let host = addresses.first ?? secure.hosts.first(where: Self.isNetworkName) else {
      return nil
    }
    return "https://\(host):\(secure.port)"
  }

  /// Whether another device can find this machine by that host, as by no address.
  private static func isNetworkName(_ host: String) -> Bool {
    host != "localhost" && IPAddress(host) == nil
  }

  /// A link that lets its reader in: the token is in the part that browsers do not send.
  func link(_ link: Grants.Link, _ token: AccessToken, isSecure: Bool = false) -> String? {
    base(isSecure: isSecure).map { "\($0)\(link == .phone ? "/phone" : "/")#join=\(token.text)" }
  }
}
