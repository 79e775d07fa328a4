import Commands
import Foundation
import GhostnoteTesting

@testable import Remote

/// A server that is reached from a network: another loopback address stands for it.
final class NetworkBench {
  static let host = "127.0.0.2"

  let bench: Bench
  /// What the server says.
  let said = Locked<[String]>([])

  var port: Int { bench.port }
  var grants: Grants { bench.server.requestCheck.grants ?? Grants(owner: .watch) }

  /// Listens at `host` where no other address is given.
  init(
    _ access: AccessLevel = .files, limits: RemoteLimits = RemoteLimits(), tokenFile: String? = nil,
    tls: TLSOptions? = nil, address: String..., port: Int = 0
  ) throws {
    var network = NetworkOptions()
    network.servesNetwork = true
    network.addresses = (address.isEmpty ? [Self.host] : address).compactMap { IPAddress($0) }
    (network.tokenFile, network.tls) = (tokenFile, tls)
    network.say = { [said] line in said.change { $0.append(line) } }
    bench = try Bench(access, limits: limits, network: network, port: port)
  }

  func token(_ link: Grants.Link = .phone) -> String { grants.token(of: link).text }

  /// A request of a page at the network's address.
  func request(
    _ start: String, _ headers: String = "", body: String = "", isFromPage: Bool = true
  ) -> String {
    let origin = isFromPage ? "Origin: http://\(Self.host):\(port)\r\n" : ""
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return
      "\(start) HTTP/1.1\r\nHost: \(Self.host):\(port)\r\n\(origin)\(headers)\(length)\r\n\(body)"
  }

  /// The request that trades a token for a cookie.
  func joining(_ token: String) -> String {
    request("POST /session", "Content-Type: application/json\r\n", body: #"{"token":"\#(token)"}"#)
  }

  /// What is sent back, head and body.
  func response(to request: String) throws -> String {
    let client = try RawClient(host: Self.host, port: port)
    client.send(request)
    let end = Array("\r\n\r\n".utf8)
    let bytes = client.receive { bytes in
      guard let head = bytes.firstRange(of: end) else { return false }
      let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
      let length = text.firstMatch(of: #/content-length: (\d+)/#).flatMap { Int($0.output.1) } ?? 0
      return bytes.count - head.upperBound >= length
    }.bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  func status(of request: String) throws -> Int {
    Int(try response(to: request).split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The cookie that a link's token gives, as a header.
  func cookie(_ link: Grants.Link = .phone) throws -> String {
    let text = try response(to: joining(token(link)))
    guard let found = text.firstMatch(of: #/set-cookie: ([^;]*);/#) else {
      throw RawClient.Failure(what: text)
    }
    return "Cookie: \(found.output.1)\r\n"
  }

  func page(_ cookie: String, path: String = "/socket") throws -> WebSocketClient {
    try WebSocketClient(
      port: port, path: path, host: Self.host,
      headers: "Origin: http://\(Self.host):\(port)\r\n\(cookie)")
  }

  /// Whether a phone can join and play.
  func isWell() -> Bool {
    guard let cookie = try? cookie(), let page = try? page(cookie) else { return false }
    return page.reply(to: "hit kick 100") == "@t ok" && bench.isWell()
  }
}
