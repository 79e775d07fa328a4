import ControlSocket
import NIOHTTP1

/// Decides what a request gets, by its head alone.
struct RequestGate: Sendable {
  let files: PageFiles
  /// The tree of OSC addresses; nil without OSC.
  var query: OSCQuery?
  /// Names under which pages may reach us besides the loopback addresses, lower case.
  var hosts: Set<String> = []

  /// Where pages open their WebSocket, and where they listen.
  static let socketPath = "/socket"
  static let listenPath = "/listen"
  private static let socketPaths: Set = [socketPath, listenPath]

  /// What is sent back.
  struct Response: Sendable, Hashable {
    var status: HTTPResponseStatus
    var type = "text/plain; charset=utf-8"
    var tag: String?
    var body: [UInt8] = []

    init(_ status: HTTPResponseStatus, _ reason: String = "") {
      self.status = status
      body = Array((reason.isEmpty ? status.reasonPhrase : reason).utf8) + [0x0A]
    }

    init(json: String) {
      status = .ok
      type = "application/json"
      body = Array(json.utf8)
    }

    init(_ file: PageFiles.File) {
      status = .ok
      type = file.type
      tag = file.tag
      body = file.bytes
    }
  }

  /// What anything but an upgrade gets.
  func response(to head: HTTPRequestHead) -> Response {
    if let refusal = refusal(of: head) { return refusal }
    guard head.method == .GET || head.method == .HEAD else {
      return Response(.methodNotAllowed, "expected GET; commands go over the WebSocket")
    }
    guard !head.headers.contains(name: "transfer-encoding"),
      head.headers["content-length"].allSatisfy({ $0 == "0" })
    else { return Response(.payloadTooLarge, "expected a request without a body") }
    let path = head.uri.prefix { $0 != "?" }
    if Self.socketPaths.contains(String(path)) {
      return socketRefusal(of: head) ?? Response(.upgradeRequired)
    }
    if let query, asksForTree(head) {
      guard let tree = query.reply(to: head.uri) else { return Response(.notFound) }
      return Response(json: tree.text)
    }
    guard let file = files.file(at: String(path)) else { return Response(.notFound) }
    if let known = head.headers.first(name: "if-none-match"), known == file.tag {
      var response = Response(.notModified)
      (response.body, response.tag) = ([], file.tag)
      return response
    }
    return Response(file)
  }

  /// Whether a request is for the tree of OSC addresses. Its root is at `/` like the page, which browsers
  /// ask for as HTML.
  private func asksForTree(_ head: HTTPRequestHead) -> Bool {
    guard head.uri == "/" else { return OSCQuery.owns(head.uri) }
    return !head.headers["accept"].contains { $0.contains("text/html") }
  }

  /// Whether a page may open a WebSocket with this head.
  func allowsSocket(_ head: HTTPRequestHead) -> Bool {
    refusal(of: head) == nil && head.method == .GET && Self.socketPaths.contains(head.uri)
      && socketRefusal(of: head) == nil
  }

  /// A page of another origin, or of a name that was bound to our address, is refused whatever it asks for.
  private func refusal(of head: HTTPRequestHead) -> Response? {
    let named = head.headers["host"]
    guard named.count == 1, let host = named.first else {
      return Response(.badRequest, "expected one Host header")
    }
    guard isOurs(host) else { return Response(.misdirectedRequest, "this host is not served here") }
    guard head.uri.hasPrefix("/") else { return Response(.badRequest, "expected a path") }
    return nil
  }

  private func socketRefusal(of head: HTTPRequestHead) -> Response? {
    let origins = head.headers["origin"]
    let host = head.headers.first(name: "host") ?? ""
    guard origins.count == 1, origins[0].lowercased() == "http://" + host.lowercased() else {
      return Response(.forbidden, "the page must come from here: Origin and Host differ")
    }
    return nil
  }

  /// Any port is taken: behind a forwarded port it is another than ours, and a rebound address needs a name.
  private func isOurs(_ host: String) -> Bool {
    let host = host.lowercased()
    let name: Substring
    if host.hasPrefix("[") {
      name = host.prefix { $0 != "]" }.dropFirst()
      let rest = host.dropFirst(name.count + 2)
      guard host.contains("]"), rest.isEmpty || Self.isPort(rest) else { return false }
      return name == "::1"
    }
    name = host.prefix { $0 != ":" }
    let rest = host.dropFirst(name.count)
    guard rest.isEmpty || Self.isPort(rest) else { return false }
    return name == "127.0.0.1" || name == "localhost" || hosts.contains(String(name))
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && (1...5).contains(text.count - 1)
      && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension RequestGate.Response {
  /// The headers of every response.
  func headers(keepsAlive: Bool) -> HTTPHeaders {
    var headers = HTTPHeaders([
      ("content-type", type), ("content-length", String(body.count)),
      ("cache-control", "no-cache"),
      (
        "content-security-policy",
        "default-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
          + "object-src 'none'; form-action 'none'"
      ),
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("cross-origin-opener-policy", "same-origin"),
      ("cross-origin-resource-policy", "same-origin"),
    ])
    if let tag { headers.add(name: "etag", value: tag) }
    if !keepsAlive { headers.add(name: "connection", value: "close") }
    return headers
  }
}
