import Commands
import Foundation
import GhostnoteTesting
import NIOCore
import Testing

@testable import Remote

/// What a hostile device of the network may try; afterwards phones join and play as before.
@Suite(.serialized) struct NetworkAttackTests {
  @Test func `tokens that are wrong, cut, or shown elsewhere are refused`() throws {
    let network = try NetworkBench()
    let right = network.token()
    let json = "Content-Type: application/json\r\n"
    let body = #"{"token":"\#(right)"}"#
    let rows: [(String, String, Int)] = [
      ("a wrong token", network.joining(AccessToken().text), 403),
      ("a token cut short", network.joining(String(right.dropLast())), 403),
      ("a token in capitals", network.joining("A" + right.uppercased().dropFirst()), 403),
      ("a token in the address", network.request("GET /socket?join=\(right)"), 401),
      (
        "a token in the address of the session", network.request("GET /session?token=\(right)"), 401
      ),
      (
        "a token as a cookie",
        network.request("GET /session", "Cookie: ghostnote-\(network.port)=\(right)\r\n"), 401
      ),
      (
        "a form's type",
        network.request("POST /session", "Content-Type: text/plain\r\n", body: body), 415
      ),
      (
        "a form",
        network.request(
          "POST /session", "Content-Type: application/x-www-form-urlencoded\r\n", body: body), 415
      ),
      ("no type", network.request("POST /session", body: body), 415),
      ("no origin", network.request("POST /session", json, body: body, isFromPage: false), 403),
      (
        "another origin",
        network.request(
          "POST /session", json + "Origin: http://evil.example\r\n", body: body, isFromPage: false),
        403
      ),
      ("no JSON", network.request("POST /session", json, body: "token"), 400),
      ("no token", network.request("POST /session", json, body: "{}"), 400),
      ("a number", network.request("POST /session", json, body: #"{"token":1}"#), 400),
      ("no UTF-8", network.request("POST /session", json, body: "{\"token\":\"\u{FFFD}\"}"), 403),
      (
        "a long body",
        network.request("POST /session", json, body: String(repeating: "a", count: 70_000)), 413
      ),
      ("another method", network.request("PUT /session", json), 405),
      ("leaving by another page", network.request("DELETE /session", isFromPage: false), 403),
      ("a question before a script's request", network.request("OPTIONS /session"), 405),
    ]
    for (name, request, status) in rows {
      #expect(try network.status(of: request) == status, "\(name)")
      // So that none is refused only for the number of those before it.
      Thread.sleep(forTimeInterval: 0.25)
    }
    #expect(network.bench.lines.value.isEmpty)
    #expect(network.isWell())
  }

  @Test func `cookies of another port, cut or doubled are refused`() throws {
    let network = try NetworkBench()
    let value = try #require(try network.cookie().split(separator: "=").last?.prefix(32))
    let name = "ghostnote-\(network.port)"
    for cookie in [
      "ghostnote-1=\(value)", "\(name)=\(value.dropLast())", "\(name)=\(value)0", "\(name)=",
      "__Host-\(name)=\(value)", "\(name)\(value)", "x\(name)=\(value)",
      "\(name)=x; \(name)=\(value)",
    ] {
      #expect(
        try network.status(of: network.request("GET /session", "Cookie: \(cookie)\r\n")) == 401,
        "\(cookie)")
    }
    #expect(
      try network.status(of: network.request("GET /session", "Cookie: \(name)=\(value)\r\n")) == 200
    )
  }

  @Test func `guessing is slowed down, and others still join`() throws {
    let network = try NetworkBench()
    var statuses: [Int] = []
    for _ in 0..<40 { statuses.append(try network.status(of: network.joining(AccessToken().text))) }
    #expect(statuses.allSatisfy { [403, 429].contains($0) })
    #expect(statuses.contains(429))
    #expect(network.bench.isWell())
    #expect(eventually { network.isWell() })
  }

  @Test func `a foreign name, and loopback's origin at the network's address, are refused`() throws
  {
    let network = try NetworkBench()
    let cookie = try network.cookie()
    let rows = [
      ("Host: evil.example\r\nOrigin: http://evil.example\r\n", 421),
      ("Host: 127.0.0.2.:\(network.port)\r\n", 421),
      ("Host: 127.0.0.3\r\n", 421),
      ("Host: 127.0.0.2\r\nOrigin: http://127.0.0.1:\(network.port)\r\n", 403),
      ("Host: 127.0.0.2\r\nOrigin: https://127.0.0.2\r\n", 403),
      ("Host: 127.0.0.2\r\nOrigin: null\r\n", 403),
      ("Host: 127.0.0.2\r\n", 403),
      ("Host: 127.0.0.2\r\nHost: 127.0.0.2\r\n", 400),
    ]
    for (headers, status) in rows {
      let found = try network.status(of: "GET /socket HTTP/1.1\r\n\(headers)\(cookie)\r\n")
      #expect(found == status, "\(headers)")
    }
    #expect(network.isWell())
  }

  @Test func `a body that comes a byte at a time runs out of time`() throws {
    var limits = RemoteLimits()
    limits.patience = .milliseconds(300)
    let network = try NetworkBench(limits: limits)
    let client = try RawClient(host: NetworkBench.host, port: network.port)
    client.send(
      network.request("POST /session", "Content-Type: application/json\r\nContent-Length: 500\r\n"))
    // Bytes go on coming for 20 s: the time is that of the request, not that from one byte to the next.
    var isOpen = true
    for _ in 0..<400 where isOpen {
      isOpen = client.send([0x20]) && !client.receive(within: 0.05).isClosed
    }
    #expect(!isOpen)
    #expect(network.isWell())
  }

  @Test func `the network cannot take all connections from this machine's user`() throws {
    var limits = RemoteLimits()
    (limits.connections, limits.networkConnections, limits.addressConnections) = (12, 8, 100)
    let network = try NetworkBench(limits: limits)
    let clients = try (0..<40).map { _ in
      try RawClient(host: NetworkBench.host, port: network.port)
    }
    #expect(network.bench.isWell())
    for client in clients { client.end() }
    #expect(eventually { network.isWell() })
  }

  @Test
  func
    `pages from the network take no place from this machine's user, phones' none from the owner's`()
    throws
  {
    var limits = RemoteLimits()
    (limits.pages, limits.linkedPages, limits.phonePages) = (6, 4, 2)
    let network = try NetworkBench(limits: limits)
    let (phone, owner) = (try network.cookie(), try network.cookie(.owner))
    let refused = { (cookie: String, path: String) in
      (try? network.page(cookie, path: path)) == nil
    }
    // Phones' seats do not count as pages.
    let seats = try (0..<7).map { _ in try network.page(phone, path: "/seat") }
    var pages = [try network.page(phone), try network.page(phone, path: "/listen")]
    #expect(refused(phone, "/socket") && refused(phone, "/listen"))
    pages += try (0..<2).map { _ in try network.page(owner) }
    #expect(refused(owner, "/socket"))
    pages += try (0..<2).map { _ in try WebSocketClient(port: network.port) }
    #expect((try? WebSocketClient(port: network.port)) == nil)
    for page in pages where page !== pages[1] { #expect(page.reply(to: "stop") == "@t ok") }
    pages.remove(at: 0).raw.end()
    #expect(eventually { (try? network.page(phone)) != nil })
    withExtendedLifetime((seats, pages)) {}
  }

  @Test func `one device has a limited number of connections`() throws {
    var limits = RemoteLimits()
    limits.addressConnections = 3
    let network = try NetworkBench(limits: limits)
    let clients = try (0..<3).map { _ in
      try RawClient(host: NetworkBench.host, port: network.port)
    }
    let late = try RawClient(host: NetworkBench.host, port: network.port)
    #expect(late.receive().isClosed)
    #expect(network.bench.isWell())
    for client in clients { client.end() }
    #expect(eventually { network.isWell() })
  }

  @Test func `a dozen phones behind one address that load the page at once are all served`() throws
  {
    let network = try NetworkBench()
    // Each browser keeps its six connections for the next file.
    let clients = try (0..<12 * 6).map { _ in
      try RawClient(host: NetworkBench.host, port: network.port)
    }
    let served = clients.count { $0.status(of: network.request("GET /")) == 200 }
    #expect(served == clients.count)
  }

  @Test func `five hundred connections leave nothing open`() throws {
    let network = try NetworkBench()
    let before = network.bench.openFiles
    for _ in 0..<500 {
      let client = try RawClient(host: NetworkBench.host, port: network.port)
      client.end()
    }
    #expect(eventually { network.isWell() })
    #expect(network.bench.leavesNothingOpen(butFor: before))
  }

  @Test func `requests in a row are replied to in their order`() throws {
    let network = try NetworkBench()
    let client = try RawClient(host: NetworkBench.host, port: network.port)
    let one = network.request("GET /session", try network.cookie())
    let two = network.request("GET /app.js")
    client.send(one + two + one)
    let text = String(
      decoding: client.receive { $0.count { $0 == 0x7B } >= 2 }.bytes, as: UTF8.self)
    let places = [#"{"access":"play"}"#, "let a = 1"].map { text.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places[0].map { first in places[1].map { first < $0 } == true } == true)
    #expect(text.ranges(of: "HTTP/1.1 200").count == 3)
  }

  @Test func `what follows a request that closes the connection is not carried out`() throws {
    let network = try NetworkBench()
    let cookie = try network.cookie(.owner)
    // The second would give the cookie up. A file is looked into beside the event loop, the others are not.
    for first in [
      network.request("GET /none", cookie), network.request("GET /app.js", "Connection: close\r\n"),
      network.request("POST /midi?x", cookie + "Content-Type: audio/midi\r\n", body: "no MIDI"),
    ] {
      let client = try RawClient(host: NetworkBench.host, port: network.port)
      client.send(first + network.request("DELETE /session", cookie))
      let text = String(decoding: client.receive().bytes, as: UTF8.self)
      #expect(text.ranges(of: "HTTP/1.1 ").count == 1, "\(text)")
      #expect(try network.status(of: network.request("GET /session", cookie)) == 200)
    }
  }

  @Test func `ranges, expectations and encodings of other programs change nothing`() throws {
    let network = try NetworkBench()
    for header in [
      "Range: bytes=0-0", "Range: bytes=0-,0-,0-,0-,0-", "Range: bytes=-99999999999999999999",
      "Expect: 100-continue", "Accept-Encoding: gzip;q=1e9", "Upgrade: h2c",
      "Connection: close, upgrade",
      "X-HTTP-Method-Override: DELETE",
    ] {
      let text = try network.response(to: network.request("GET /app.js", header + "\r\n"))
      #expect(text.hasPrefix("HTTP/1.1 200"), "\(header)")
      #expect(text.hasSuffix("let a = 1\n"), "\(header)")
    }
    #expect(network.isWell())
  }

  @Test func `a name in a request never becomes a header of the response`() throws {
    let network = try NetworkBench()
    for target in ["/%0d%0aSet-Cookie:%20a=b", "/app.js?%0d%0aSet-Cookie:%20a=b"] {
      #expect(
        try !network.response(to: network.request("GET \(target)")).lowercased().contains(
          "set-cookie"))
    }
    let cookie = "Cookie: ghostnote-\(network.port)=a\u{D}b\r\n"
    #expect(try network.status(of: network.request("DELETE /session", cookie)) >= 200)
    #expect(network.isWell())
  }

  @Test func `lines at the limit pass, longer ones and odd numbers do not`() throws {
    let network = try NetworkBench()
    let page = try network.page(try network.cookie(.owner))
    for line in [
      "tempo nan", "tempo inf", "tempo 1e308", "tempo -1", "hit kick 1e9", "hit kick nan",
      "hit kick -1",
    ] {
      #expect(page.reply(to: line)?.hasPrefix("@t error") == true, "\(line)")
    }
    #expect(network.bench.lines.value.isEmpty)
    let comment = "play # "
    let long = comment + String(repeating: "a", count: 65_600 - comment.count - 3)
    #expect(page.reply(to: long)?.hasPrefix("@t ") == true)
    page.send(String(repeating: "a", count: 65_601))
    #expect(page.closingCode() == 1009)
    #expect(network.isWell())
  }
}
