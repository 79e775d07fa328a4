import Commands
import ControlSocket
import NIOCore
import NIOHTTP1

/// Decides what a request gets: files, a cookie, or why it is refused.
struct RequestCheck: Sendable {
  let files: PageFiles
  /// Under which names we are reached.
  var addresses = ServedAddresses()
  /// What programs of this user on this machine may do.
  var ownAccess = AccessLevel.files
  /// Who else is let in; nil for none.
  var grants: Grants?
  /// The tree of OSC addresses; nil without OSC.
  var query: OSCQuery?

  /// Where pages open their WebSocket, and where they listen.
  static let socketPath = "/socket"
  static let listenPath = "/listen"
  /// Where phones join.
  static let seatPath = "/seat"
  private static let socketPaths: Set = [socketPath, listenPath, seatPath]
  /// Where a link's token is traded for a cookie.
  static let sessionPath = "/session"
  /// Bytes of such a request's body.
  private static let sessionBytes = 256

  /// A request, and how it came in.
  struct Request: Sendable {
    var head: HTTPRequestHead
    var body: [UInt8] = []
    var arrival: Arrival
    var now = NIODeadline.now()
  }

  /// Bytes of a body that are read.
  func bodyLimit(_ request: Request) -> Int {
    if request.head.method == .POST, request.head.uri == Self.sessionPath {
      return Self.sessionBytes
    }
    guard let kind = FileExchange.Kind(request.head), kind.brings, fileRefusal(kind, request) == nil
    else { return 0 }
    return FileExchange.mostBytes
  }

  /// What anything but an upgrade gets.
  func response(to request: Request) -> PageResponse {
    if let refusal = refusal(of: request) { return refusal }
    let path = String(request.head.uri.prefix { $0 != "?" })
    if path == Self.sessionPath { return session(request) }
    let head = request.head
    if let kind = FileExchange.Kind(head) {
      // What is allowed does not come here, unless it was too long to be read.
      return fileRefusal(kind, request)
        ?? PageResponse(.payloadTooLarge, "expected a file of at most 1 MiB")
    }
    guard head.method == .GET || head.method == .HEAD else {
      return PageResponse(.methodNotAllowed, "expected GET; commands go over the WebSocket")
    }
    guard hasNoBody(head) else {
      return PageResponse(.payloadTooLarge, "expected a request without a body")
    }
    if Self.socketPaths.contains(path) {
      if isFromOutside(request) { return .otherOrigin }
      guard let access = access(of: request) else { return .unknownVisitor }
      return access < Self.leastAccess(at: path) ? .cannotPlay : PageResponse(.upgradeRequired)
    }
    if let response = invitation(at: path, request) { return response }
    if let query, OSCQuery.isAskedFor(by: head) {
      guard access(of: request) != nil else { return .unknownVisitor }
      return query.reply(to: head.uri).map { PageResponse(.ok, json: $0) }
        ?? PageResponse(.notFound)
    }
    guard let file = files.file(at: path) else { return PageResponse(.notFound) }
    if let known = head.headers.first(name: "if-none-match"), known == file.tag {
      return PageResponse(unchanged: file)
    }
    let takesGzip = CompressedBytes.areAccepted(by: head.headers["accept-encoding"])
    return PageResponse(file, takesGzip: takesGzip)
  }

  func hasNoBody(_ head: HTTPRequestHead) -> Bool {
    !head.headers.contains(name: "transfer-encoding")
      && head.headers["content-length"].allSatisfy { $0 == "0" }
  }

  /// Who opens a WebSocket.
  struct Visitor: Sendable, Hashable {
    let access: AccessLevel
    /// By which link it came; nil for a program of this user on this machine.
    let link: Grants.Link?
    /// By which it was let in; nil for a program that needs none.
    let cookie: String?
  }

  /// Who opens a WebSocket with this request; nil where it may not.
  func visitor(_ request: Request) -> Visitor? {
    visitorOfAny(request).flatMap {
      $0.access < Self.leastAccess(at: request.head.uri) ? nil : $0
    }
  }

  /// Phones play; pages also watch.
  private static func leastAccess(at path: String) -> AccessLevel {
    path == seatPath ? .play : .watch
  }

  private func visitorOfAny(_ request: Request) -> Visitor? {
    guard refusal(of: request) == nil, request.head.method == .GET,
      Self.socketPaths.contains(request.head.uri), !isFromOutside(request)
    else { return nil }
    if isOwn(request) { return Visitor(access: ownAccess, link: nil, cookie: nil) }
    guard let grants, let link = link(of: request) else { return nil }
    return Visitor(
      access: grants.level(of: link), link: link, cookie: cookie(request).map(String.init))
  }

  // MARK: Who asks

  /// What the sender may do; nil where it was not let in.
  func access(of request: Request) -> AccessLevel? {
    if isOwn(request) { return ownAccess }
    return link(of: request).flatMap { grants?.level(of: $0) }
  }

  /// By which link the sender was let in; nil where it was not.
  private func link(of request: Request) -> Grants.Link? {
    guard let grants else { return nil }
    if let token = bearer(request.head) {
      return grants.link(token: token, from: source(of: request), at: request.now)
    }
    return cookie(request).flatMap { grants.link(cookie: $0) }
  }

  /// By a reverse proxy everybody is a program of this machine.
  private func isOwn(_ request: Request) -> Bool {
    let forwards = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]
    return request.arrival.isOwn && addresses.publicAddress == nil
      && !forwards.contains { request.head.headers.contains(name: $0) }
  }

  /// Whether it came through the reverse proxy of `--public-url`.
  private func isForwarded(_ request: Request) -> Bool {
    request.arrival.door == .loopback && addresses.publicAddress != nil
      && request.head.headers.first(name: "host")?.lowercased() == addresses.publicAddress?.host
  }

  /// Where it comes from, as the reverse proxy says.
  private func source(of request: Request) -> IPAddress? {
    guard isForwarded(request) else { return request.arrival.peer }
    let named = request.head.headers["x-forwarded-for"].last?.split(separator: ",").last
    return named.flatMap { IPAddress($0.filter { $0 != " " }) } ?? request.arrival.peer
  }

  private func bearer(_ head: HTTPRequestHead) -> Substring? {
    let fields = head.headers["authorization"]
    guard fields.count == 1, fields[0].lowercased().hasPrefix("bearer ") else { return nil }
    return fields[0].dropFirst("bearer ".count)
  }

  private func scheme(of request: Request) -> String {
    if isForwarded(request) { return addresses.publicAddress?.scheme ?? "http" }
    return request.arrival.door == .tls ? "https" : "http"
  }

  // MARK: Cookies

  /// Cookies are sent to every port of a host, so the port is in the name.
  private func cookieName(_ request: Request) -> String {
    let prefix = scheme(of: request) == "https" ? "__Host-" : ""
    return "\(prefix)ghostnote-\(addresses.port)"
  }

  private func cookie(_ request: Request) -> Substring? {
    let start = cookieName(request) + "="
    return request.head.headers["cookie"].flatMap { $0.split(separator: ";") }
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix(start) }?.dropFirst(start.count)
  }

  private func setting(cookie: String, _ request: Request, seconds: Int) -> String {
    let isSecure = scheme(of: request) == "https"
    return "\(cookieName(request))=\(cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
      + (isSecure ? "; Secure" : "")
  }

  /// Asks what may be done, trades a token for a cookie, or gives the cookie up.
  private func session(_ request: Request) -> PageResponse {
    switch request.head.method {
    case .GET, .HEAD:
      guard let access = access(of: request) else { return .unknownVisitor }
      return PageResponse(.ok, json: .object(["access": .string(access.rawValue)]))
    case .POST: return enter(request)
    case .DELETE:
      guard isSameOrigin(request.head, scheme(of: request)) else { return .otherOrigin }
      var response = PageResponse(.ok, "left")
      if let cookie = cookie(request) {
        grants?.leave(cookie: cookie)
        response.ended = String(cookie)
      }
      response.cookie = setting(cookie: "", request, seconds: 0)
      return response
    default: return PageResponse(.methodNotAllowed, "expected GET, POST or DELETE")
    }
  }

  private func enter(_ request: Request) -> PageResponse {
    guard isSameOrigin(request.head, scheme(of: request)) else { return .otherOrigin }
    // A form cannot send this type, and another origin's script may not.
    guard request.head.headers["content-type"] == ["application/json"] else {
      return PageResponse(.unsupportedMediaType, "expected application/json")
    }
    guard let grants else { return PageResponse(.notFound, "others join with --lan only") }
    let text = String(validating: request.body, as: UTF8.self).flatMap(JSONNode.init(parsing:))
    guard case .object(let members)? = text, case .string(let token)? = members["token"] else {
      return PageResponse(.badRequest, #"expected {"token":"…"}"#)
    }
    let outcome = grants.enter(
      token: token, cookie: cookie(request), from: source(of: request), at: request.now)
    switch outcome {
    case .wrong: return PageResponse(.forbidden, "this link is not valid any more")
    case .wait: return PageResponse(.tooManyRequests, "too many wrong links; wait a second")
    case .waitLonger:
      return PageResponse(.tooManyRequests, "too many joined from this address; wait a minute")
    case .cookie(let cookie):
      var response = PageResponse(
        .ok, json: .object(["access": .string(grants.access(cookie: cookie.text)?.rawValue ?? "")]))
      response.cookie = setting(cookie: cookie.text, request, seconds: 30 * 86_400)
      return response
    }
  }

  // MARK: Refusals

  /// Why a request is not looked at, whatever it asks for: that of a page whose name was bound to our address, and
  /// that of another user's program.
  func refusal(of request: Request) -> PageResponse? {
    let named = request.head.headers["host"]
    guard named.count == 1, let host = named.first else {
      return PageResponse(.badRequest, "expected one Host header")
    }
    guard addresses.isOurs(host) else {
      return PageResponse(.misdirectedRequest, "this host is not served here")
    }
    // Where no link is asked for, not even a name of this machine will do: on its network anybody can bind that to
    // the loopback address.
    if request.arrival.door == .loopback, !isForwarded(request), !ServedAddresses.isLoopback(host) {
      let own = "http://127.0.0.1:\(addresses.port)/"
      return PageResponse(
        .misdirectedRequest, "this host is not served here; on this machine open \(own)")
    }
    if request.arrival.door == .loopback, !request.arrival.isOwn, !isForwarded(request) {
      return PageResponse(.forbidden, "another user's program; this page is its user's")
    }
    guard request.head.uri.hasPrefix("/") else {
      return PageResponse(.badRequest, "expected a path")
    }
    return nil
  }

  /// A script that shows a token needs no origin; a page's cookie counts on the page itself only.
  func isFromOutside(_ request: Request) -> Bool {
    let isScript = grants != nil && bearer(request.head) != nil
    return !isScript && !isSameOrigin(request.head, scheme(of: request))
  }

  private func isSameOrigin(_ head: HTTPRequestHead, _ scheme: String) -> Bool {
    let origins = head.headers["origin"]
    let host = head.headers.first(name: "host") ?? ""
    return origins.count == 1 && origins[0].lowercased() == "\(scheme)://\(host.lowercased())"
  }
}
