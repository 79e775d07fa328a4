import Commands
import NIOHTTP1
import Testing

@testable import Remote

/// What a request gets by its head.
@Suite struct RequestCheckTests {
  private let requestCheck: RequestCheck

  init() throws { requestCheck = RequestCheck(files: try PageFiles(folder: try Folder.page())) }

  private func head(
    _ uri: String = "/", host: String? = "127.0.0.1:3560", origin: String? = nil,
    method: HTTPMethod = .GET, _ more: [(String, String)] = []
  ) -> HTTPRequestHead {
    var headers = HTTPHeaders(more)
    if let host { headers.add(name: "Host", value: host) }
    if let origin { headers.add(name: "Origin", value: origin) }
    return HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
  }

  /// By a program of this user on this machine.
  private func own(_ head: HTTPRequestHead) -> RequestCheck.Request {
    RequestCheck.Request(head: head, arrival: Arrival(.loopback, peer: nil, isOwn: true))
  }

  private func response(to head: HTTPRequestHead) -> PageResponse {
    requestCheck.response(to: own(head))
  }

  private func allowsSocket(_ head: HTTPRequestHead) -> Bool {
    requestCheck.visitor(own(head)) != nil
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:3560", "localhost", "LocalHost:9", "[::1]", "[::1]:3560",
    "localhost:65535",
  ])
  func `a loopback name is served, by any port`(host: String) {
    #expect(response(to: head(host: host)).status == .ok)
  }

  @Test(arguments: [
    "evil.example", "evil.example:3560", "localhost.", "127.0.0.1.evil.example", "127.1",
    "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "[::1]x", "[::1", "user@localhost",
    "localhost:", "localhost:3560:1", "localhost:99999999", "", "127.0.0.1 ", "[]",
  ])
  func `a name that was bound to our address is misdirected`(host: String) {
    #expect(response(to: head(host: host)).status == .misdirectedRequest)
    #expect(!allowsSocket(head("/socket", host: host, origin: "http://\(host)")))
  }

  @Test(arguments: [
    "studio.local:3560", "studio.local", "Studio:3560", "192.168.1.5:3560", "drums.example.org",
    "[fd00::2]:3560",
  ])
  func `a name of this machine that was bound to the loopback address is misdirected there`(
    host: String
  ) {
    let addresses = ServedAddresses(port: 3560, hostName: "studio")
    addresses.network = ["192.168.1.5", "fd00::2"].compactMap { IPAddress($0) }
    addresses.secure = ServedAddresses.Secure(port: 3561, hosts: ["drums.example.org"])
    var served = requestCheck
    served.addresses = addresses
    served.grants = Grants(owner: .files)
    let asked = head("/socket", host: host, origin: "http://\(host)")
    #expect(served.response(to: own(asked)).status == .misdirectedRequest)
    #expect(served.visitor(own(asked)) == nil)
    // By the network it is ours, and a link is asked for.
    let arrival = Arrival(.network, peer: IPAddress("192.168.1.7"), isOwn: false)
    let far = RequestCheck.Request(head: asked, arrival: arrival)
    #expect(served.response(to: far).status == .unauthorized)
    let near = head("/socket", host: "localhost:8080", origin: "http://localhost:8080")
    #expect(served.visitor(own(near))?.access == .files)
  }

  @Test func `the host of a reverse proxy is served by loopback`() {
    let addresses = ServedAddresses(
      port: 3560, publicAddress: PublicAddress("https://drums.example.org"), hostName: "studio")
    var proxied = requestCheck
    proxied.addresses = addresses
    proxied.grants = Grants(owner: .files)
    #expect(proxied.response(to: own(head(host: "drums.example.org"))).status == .ok)
    #expect(
      proxied.response(to: own(head(host: "studio.local"))).status == .misdirectedRequest)
  }

  @Test func `one host is expected`() {
    #expect(response(to: head(host: nil)).status == .badRequest)
    let two = head("/", [("host", "127.0.0.1")])
    #expect(response(to: two).status == .badRequest)
  }

  @Test(arguments: [
    nil, "null", "http://evil.example", "https://127.0.0.1:3560", "http://127.0.0.1",
    "http://127.0.0.1:8000", "http://127.0.0.1:3560/", "http://127.0.0.1:3560.evil.example",
  ])
  func `a WebSocket of another origin is refused`(origin: String?) {
    let asked = head("/socket", origin: origin)
    #expect(!allowsSocket(asked))
    #expect(response(to: asked).status == .forbidden)
  }

  @Test func `a WebSocket of this page is allowed, and only there`() {
    #expect(allowsSocket(head("/socket", origin: "http://127.0.0.1:3560")))
    #expect(allowsSocket(head("/listen", origin: "http://127.0.0.1:3560")))
    #expect(!allowsSocket(head("/listen", origin: "http://evil.example")))
    #expect(!allowsSocket(head("/", origin: "http://127.0.0.1:3560")))
    #expect(!allowsSocket(head("/socket?", origin: "http://127.0.0.1:3560")))
    #expect(
      !allowsSocket(head("/socket", origin: "http://127.0.0.1:3560", method: .POST)))
    let twice = head(
      "/socket", origin: "http://127.0.0.1:3560", [("origin", "http://evil.example")])
    #expect(!allowsSocket(twice))
    #expect(
      response(to: head("/socket", origin: "http://127.0.0.1:3560")).status
        == .upgradeRequired)
  }

  @Test(arguments: [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS, .TRACE, .CONNECT, .PATCH])
  func `nothing is changed by HTTP`(method: HTTPMethod) {
    #expect(response(to: head(method: method)).status == .methodNotAllowed)
  }

  @Test(arguments: [
    "/../Package.swift", "/%2e%2e/Package.swift", "/..%5cPackage.swift", "//index.html",
    "/index.html%00.js", "/./index.html", "/modules", "/modules/", "/secret.txt", "/link.js",
    "/INDEX.HTML", "/" + String(repeating: "a", count: 9_000),
  ])
  func `only files of the table are there`(path: String) {
    #expect(response(to: head(path)).status == .notFound)
  }

  @Test(arguments: ["http://evil.example/", "*", "index.html"])
  func `a target is a path`(target: String) {
    #expect(response(to: head(target)).status == .badRequest)
  }

  @Test func `a page is sent whole with its type, and not again while it is the same`() throws {
    let sent = response(to: head("/app.js?x"))
    #expect(sent.status == .ok)
    #expect(sent.type == "text/javascript; charset=utf-8")
    #expect(sent.body == Array("let a = 1\n".utf8))
    let tag = try #require(sent.tag)
    let again = response(to: head("/app.js", [("If-None-Match", tag)]))
    #expect(again.status == .notModified)
    #expect(again.body.isEmpty)
  }

  @Test(arguments: [
    ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.8", true), ("deflate, br", false),
    ("gzip;q=0", false), ("gzip; q=0.000", false), ("", false),
  ])
  func `a file is compressed for browsers that take gzip`(encodings: String, isTaken: Bool) throws {
    let sent = response(to: head("/commands.json", [("Accept-Encoding", encodings)]))
    let plain = response(to: head("/commands.json"))
    let headers = sent.headers(keepsAlive: true)
    #expect(headers.contains(name: "content-encoding") == isTaken)
    #expect(headers.first(name: "content-length") == String(sent.body.count))
    #expect(headers.first(name: "vary") == "accept-encoding")
    #expect(sent.tag == plain.tag)
    if isTaken {
      #expect(sent.body.starts(with: [0x1F, 0x8B]))
      #expect(sent.body.count < plain.body.count / 3)
    } else {
      #expect(sent.body == plain.body)
    }
  }

  @Test func `what gets no shorter is sent as it is`() {
    let sent = response(to: head("/app.js", [("Accept-Encoding", "gzip")]))
    #expect(!sent.isCompressed)
    #expect(sent.body == Array("let a = 1\n".utf8))
  }

  @Test func `every response keeps the page to itself`() {
    let headers = response(to: head("/none")).headers(keepsAlive: true)
    let policy = headers.first(name: "content-security-policy") ?? ""
    #expect(policy.contains("default-src 'self'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(headers.first(name: "x-content-type-options") == "nosniff")
    #expect(headers.first(name: "referrer-policy") == "no-referrer")
    #expect(!headers.contains(name: "access-control-allow-origin"))
  }
}
