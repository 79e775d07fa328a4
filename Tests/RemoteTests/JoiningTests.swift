import Commands
import Foundation
import GhostnoteTesting
import NIOCore
import Testing

@testable import Remote

/// Phones and other devices that come by the network.
@Suite(.serialized) struct JoiningTests {
  @Test func `who joins by the phones' link may play, and no more`() throws {
    let network = try NetworkBench()
    let page = try network.page(try network.cookie())
    #expect(page.text { $0.contains(#""here":true"#) }?.contains(#""access":"play""#) == true)
    #expect(page.reply(to: "hit kick 100") == "@t ok")
    for line in ["load rock", "step kick 1 X", "quit", "import x.mid", "tempo 300"] {
      #expect(page.reply(to: line)?.contains("needs the access level") == true, "\(line)")
    }
    // A phone's cookie opens a page's WebSocket as well.
    for line in ["@a\nquit", "@a\nload\t/etc/hostname", "@a\r\nexport\t/tmp/x.mid"] {
      page.send(line)
      #expect(page.text { $0.hasPrefix("error ") } != nil, "\(line.debugDescription)")
    }
    #expect(network.bench.lines.value == ["hit kick 100"])
    #expect(network.isWell())
  }

  @Test func `who joins by the owner's link may do what the owner said`() throws {
    let network = try NetworkBench(.edit)
    let page = try network.page(try network.cookie(.owner))
    #expect(page.reply(to: "step kick 1 X") == "@t ok")
    #expect(page.reply(to: "load rock")?.contains("needs the access level files") == true)
    withExtendedLifetime(network) {}
  }

  @Test func `without a link there are files and a reason, and nothing else`() throws {
    let network = try NetworkBench()
    #expect(try network.status(of: network.request("GET /")) == 200)
    #expect(try network.status(of: network.request("GET /session")) == 401)
    #expect(try network.status(of: network.request("GET /join.json")) == 401)
    #expect(try network.status(of: network.request("GET /join.svg")) == 401)
    #expect(throws: RawClient.Failure.self) { _ = try network.page("") }
    #expect(throws: RawClient.Failure.self) { _ = try network.page("", path: "/listen") }
    #expect(try network.status(of: network.request("GET /socket")) == 401)
    #expect(network.bench.lines.value.isEmpty)
    #expect(network.isWell())
  }

  @Test func `the cookie is out of scripts' reach and of this port`() throws {
    let network = try NetworkBench()
    let text = try network.response(to: network.joining(network.token()))
    #expect(text.contains(#"{"access":"play"}"#))
    let cookie = try #require(text.firstMatch(of: #/set-cookie: (.*)\r\n/#)?.output.1)
    #expect(cookie.hasPrefix("ghostnote-\(network.port)="))
    for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/"] { #expect(cookie.contains(part)) }
    #expect(!cookie.contains(network.token()))
    #expect(!cookie.contains("Secure"))
  }

  @Test func `who opens a link again keeps the cookie`() throws {
    let network = try NetworkBench()
    let first = try network.cookie()
    let body = #"{"token":"\#(network.token())"}"#
    let again = try network.response(
      to: network.request(
        "POST /session", "Content-Type: application/json\r\n" + first, body: body))
    let cookie = try #require(again.firstMatch(of: #/set-cookie: ([^;]*);/#)?.output.1)
    #expect(first == "Cookie: \(cookie)\r\n")
  }

  @Test func `a page asks what it may do`() throws {
    let network = try NetworkBench()
    let asked = network.request("GET /session", try network.cookie())
    #expect(try network.response(to: asked).hasSuffix(#"{"access":"play"}"#))
    let own = try RawClient(port: network.port)
    #expect(own.status(of: "GET /session HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200)
  }

  @Test func `who may play can show how others join`() throws {
    let network = try NetworkBench()
    let cookie = try network.cookie()
    let json = try network.response(to: network.request("GET /join.json", cookie))
    let link = "http://127.0.0.2:\(network.port)/phone#join=\(network.token())"
    #expect(json.contains(#""phone":"\#(link)""#))
    #expect(json.contains(#""rows":["1111111"#))
    #expect(!json.contains(network.token(.owner)))
    let svg = try network.response(to: network.request("GET /join.svg", cookie))
    #expect(svg.contains("content-type: image/svg+xml"))
    #expect(svg.contains("<svg"))
  }

  @Test func `where phones may not play there is no link for them, and a reason`() throws {
    let network = try NetworkBench(.watch)
    let cookie = try network.cookie()
    let json = try network.response(to: network.request("GET /join.json", cookie))
    #expect(json.contains(#""phone":null"#) && !json.contains(network.token()))
    #expect(try network.status(of: network.request("GET /join.svg", cookie)) == 404)
    #expect(network.bench.server.invitation?.phone == nil)
    #expect(network.bench.server.invitation?.owner != nil)
    // The reason comes instead of the WebSocket, not a WebSocket that ends.
    #expect {
      _ = try network.page(cookie, path: "/seat")
    } throws: {
      let text = ($0 as? RawClient.Failure)?.what ?? ""
      return text.hasPrefix("HTTP/1.1 403") && text.contains("needs the access level play")
    }
    let page = try network.page(cookie)
    #expect(page.reply(to: "status") == "@t ok")
  }

  @Test func `an address that cannot be served is said once, with the reason`() throws {
    let foreign = try NetworkBench(address: "192.0.2.77")
    let listeners = try #require(foreign.bench.server.network)
    for _ in 0..<3 { listeners.look() }
    #expect(
      foreign.said.value == [
        "192.0.2.77:\(foreign.port): cannot assign requested address; name another with --address"
      ])
  }

  @Test func `a port that is taken at an address is said once, and taken when it is free`() throws {
    var holder: Loopback? = try Loopback("127.0.0.3")
    let port = try #require(holder?.port)
    let network = try NetworkBench(address: "127.0.0.3", port: port)
    let listeners = try #require(network.bench.server.network)
    for _ in 0..<3 { listeners.look() }
    let reason = "127.0.0.3:\(port): address already in use; choose another with --port"
    #expect(network.said.value == [reason])
    #expect(network.bench.server.invitation?.owner == nil)
    holder = nil
    listeners.look()
    let owner = try #require(network.bench.server.invitation?.owner)
    #expect(owner.hasPrefix("http://127.0.0.3:\(port)/"))
    // The start had no links to print: they are said now, and once.
    listeners.look()
    let phone = "http://127.0.0.3:\(port)/phone#join=\(network.token())"
    #expect(
      network.said.value == [reason, "phones: \(phone)", "owner's devices: \(owner)"])
  }

  @Test func `links that were there at the start are not said again`() throws {
    let network = try NetworkBench()
    let listeners = try #require(network.bench.server.network)
    for _ in 0..<2 { listeners.look() }
    #expect(network.bench.server.invitation?.owner != nil)
    #expect(network.said.value.isEmpty)
  }

  @Test func `a port of this machine that is taken is said in words`() throws {
    let bench = try Bench()
    #expect {
      var options = RemoteServer.Options(files: try PageFiles(folder: try Folder.page()))
      options.port = bench.port
      _ = try RemoteServer(options)
    } throws: {
      "\($0)" == "address already in use"
    }
  }

  @Test func `a script shows its token and needs no origin`() throws {
    let network = try NetworkBench()
    let bearer = "Authorization: Bearer \(network.token(.owner))\r\n"
    let page = try WebSocketClient(port: network.port, host: NetworkBench.host, headers: bearer)
    #expect(page.reply(to: "step kick 1 X") == "@t ok")
    for wrong in ["Bearer", "Bearer ", "Bearer 0", "Basic \(network.token())", network.token()] {
      #expect(throws: RawClient.Failure.self, "\(wrong)") {
        _ = try WebSocketClient(
          port: network.port, host: NetworkBench.host, headers: "Authorization: \(wrong)\r\n")
      }
    }
    withExtendedLifetime(network) {}
  }

  @Test func `leaving closes the pages of that cookie, and no others`() throws {
    let network = try NetworkBench()
    let (gone, here) = (try network.cookie(), try network.cookie())
    let pages = try [gone, gone, here].map { try network.page($0) }
    for page in pages { #expect(page.reply(to: "hit kick 1") == "@t ok") }
    #expect(try network.status(of: network.request("DELETE /session", gone)) == 200)
    for page in pages.prefix(2) { #expect(page.raw.receive(within: 20).isClosed) }
    #expect(pages[2].reply(to: "hit kick 1") == "@t ok")
    #expect(throws: RawClient.Failure.self) { _ = try network.page(gone) }
    #expect(network.isWell())
  }

  @Test func `phones stay joined when the server is restarted`() throws {
    let file = FileManager.default.temporaryDirectory.path + "/gn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var network = try NetworkBench(tokenFile: file)
    let cookie = try network.cookie().split(separator: "=")[1]
    network = try NetworkBench(tokenFile: file)
    let page = try network.page("Cookie: a=b; ghostnote-\(network.port)=\(cookie)")
    #expect(page.reply(to: "hit kick 100") == "@t ok")
    withExtendedLifetime(network) {}
  }

  @Test func `this machine's user needs no link, and strangers on loopback get nothing`() throws {
    let network = try NetworkBench()
    #expect(network.bench.isWell())
    // The network's address does not make the user of it.
    let page = try? WebSocketClient(port: network.port, host: NetworkBench.host)
    #expect(page == nil)
  }

  // MARK: By a reverse proxy

  private func proxied() throws -> Bench {
    var network = NetworkOptions()
    network.publicAddress = PublicAddress("https://drums.example.org")
    return try Bench(network: network)
  }

  private let proxy = "Host: drums.example.org\r\nOrigin: https://drums.example.org\r\n"

  private func joining(_ bench: Bench, token: String, from address: String) -> String {
    let body = #"{"token":"\#(token)"}"#
    return "POST /session HTTP/1.1\r\n\(proxy)X-Forwarded-For: 1.2.3.4, \(address)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `by a reverse proxy everybody needs a link, and gets a cookie for https`() throws {
    let bench = try proxied()
    let grants = try #require(bench.server.requestCheck.grants)
    let client = try RawClient(port: bench.port)
    client.send(joining(bench, token: grants.token(of: .phone).text, from: "203.0.113.9"))
    let text = String(decoding: client.receive { $0.count > 400 }.bytes, as: UTF8.self)
    let cookie = try #require(text.firstMatch(of: #/set-cookie: ([^;]*);.*Secure/#)?.output.1)
    #expect(cookie.hasPrefix("__Host-ghostnote-\(bench.port)="))
    let opening = WebSocketClient.opening(
      port: 1, headers: "Origin: https://drums.example.org\r\nCookie: \(cookie)\r\n"
    ).replacing("Host: 127.0.0.1:1", with: "Host: drums.example.org")
    #expect(try RawClient(port: bench.port).status(of: opening) == 101)
    let bare = opening.replacing("Cookie", with: "X")
    #expect(try RawClient(port: bench.port).status(of: bare) == 401)
    // Without Host passed on, a proxy would make everybody this machine's user.
    #expect(throws: RawClient.Failure.self) { _ = try WebSocketClient(port: bench.port) }
    #expect(bench.server.address.hasSuffix("/#join=" + grants.token(of: .owner).text))
  }

  @Test func `wrong tokens by a reverse proxy count for the address that it names`() throws {
    let bench = try proxied()
    let grants = try #require(bench.server.requestCheck.grants)
    let wrong = AccessToken().text
    for _ in 0..<5 {
      #expect(
        try RawClient(port: bench.port).status(
          of: joining(bench, token: wrong, from: "203.0.113.9")) == 403)
    }
    let right = grants.token(of: .phone).text
    #expect(
      try RawClient(port: bench.port).status(of: joining(bench, token: right, from: "203.0.113.8"))
        == 200)
  }

  @Test func `a proxy that names who asked is not this machine's user`() throws {
    let bench = try Bench()
    for header in [
      "X-Forwarded-For: 1.2.3.4", "Forwarded: for=1.2.3.4", "Via: 1.1 a", "X-Real-IP: 1.2.3.4",
    ] {
      let client = try RawClient(port: bench.port)
      #expect(
        client.status(of: "GET /session HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n") == 401)
    }
    #expect(bench.isWell())
  }
}
