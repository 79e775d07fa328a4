import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import NIOCore
import OSC
import Testing

@testable import Remote

/// Pages in front of a session: what they receive, and what survives what.
@Suite(.serialized) struct RemoteServerTests {
  @Test func `a page's lines reach the session, and its replies the page`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    #expect(page.text { $0.hasPrefix(#"{"page":"#) }?.contains(#""here":true"#) == true)
    #expect(page.reply(to: "step kick 5 X", tag: "a1") == "@a1 ok")
    #expect(bench.lines.value == ["step kick 5 X"])
    page.send("play")
    #expect(page.text { _ in true } == "ok")
    withExtendedLifetime(bench) {}
  }

  @Test func `events that a page watches come as they are, and only to that page`() throws {
    let bench = try Bench()
    let pages = try (0..<3).map { _ in try WebSocketClient(port: bench.port) }
    for page in pages.prefix(2) { #expect(page.reply(to: "watch log") == "@t ok") }
    #expect(pages[2].reply(to: "play") == "@t ok")
    // Longer than a buffer, and no plain ASCII.
    let text = String(repeating: "é", count: 40_000)
    bench.session.value?.publish(.object(["message": .string(text)]), to: .log)
    for page in pages.prefix(2) {
      #expect(page.text { $0.hasPrefix("{\"log\"") } == "{\"log\":{\"message\":\"\(text)\"}}")
    }
    pages[2].send("@u stop")
    #expect(pages[2].text { !$0.hasPrefix("{\"page\"") } == "@u ok")
    withExtendedLifetime(bench) {}
  }

  @Test func `a page asks for the session's time`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    let before = NIODeadline.now().uptimeNanoseconds
    page.send("!sync 12.5")
    let reply = try #require(page.text { $0.hasPrefix(#"{"sync":"#) })
    let fields = reply.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    #expect(fields.first == 12.5)
    #expect(fields.last.map { $0 >= Double(before) } == true)
    page.send("!sync nan")
    #expect(page.closingCode() == 1008)
    #expect(bench.isWell())
  }

  @Test func `a page that listens gets the format and then the sound, byte for byte`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port, path: "/listen")
    #expect(page.next() == .init(opcode: 1, payload: Array(#"ok {"listen":{}}"#.utf8)))
    let sound = (0..<9_600).map { UInt8(truncatingIfNeeded: $0 * 7) }
    bench.sound.value = sound
    var heard: [UInt8] = []
    _ = page.frame { frame in
      #expect(frame.opcode == 2)
      heard += frame.payload
      return heard.count >= sound.count
    }
    #expect(heard == sound)
    // It is there to listen, and for nothing else.
    page.send("play")
    #expect(page.closingCode() == 1008)
    #expect(bench.isWell())
    #expect(bench.lines.value == ["listen", "play"])
  }

  @Test func `a page that listens is closed with its session`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port, path: "/listen")
    #expect(page.next()?.opcode == 1)
    bench.stopSession()
    #expect(page.closingCode() == 1001)
    let early = try WebSocketClient(port: bench.port, path: "/listen")
    #expect(early.closingCode() == 1011)
  }

  @Test func `a session that ends and comes back is found by every page`() throws {
    let bench = try Bench()
    let pages = try (0..<3).map { _ in try WebSocketClient(port: bench.port) }
    for page in pages { #expect(page.text { $0.contains(#""here":true"#) } != nil) }
    bench.stopSession()
    for page in pages { #expect(page.text { $0.contains(#""here":false"#) } != nil) }
    #expect(pages[0].reply(to: "play")?.hasPrefix("@t error ") == true)
    try bench.startSession()
    for page in pages { #expect(page.text { $0.contains(#""here":true"#) } != nil) }
    #expect(pages[2].reply(to: "play") == "@t ok")
    withExtendedLifetime(bench) {}
  }

  @Test func `a page may come before its session`() throws {
    let bench = try Bench()
    bench.stopSession()
    let page = try WebSocketClient(port: bench.port)
    #expect(page.text { $0.contains(#""here":false"#) } != nil)
    try bench.startSession()
    #expect(page.text { $0.contains(#""here":true"#) } != nil)
    withExtendedLifetime(bench) {}
  }

  @Test func `without a name all that is served leads to the session that was found first`()
    throws
  {
    let bench = try Bench(osc: OSCOptions(port: 0), hasSession: false)
    var upstairs: OtherSession? = try OtherSession("Upstairs", in: bench.folder)
    let lines = try #require(upstairs?.lines)
    let page = try WebSocketClient(port: bench.port)
    #expect(page.text { $0.contains(#""here":true"#) } != nil)
    // Clients without a name would take this one from now on.
    try bench.startSession()
    #expect(page.reply(to: "play") == "@t ok")
    #expect(try WebSocketClient(port: bench.port).reply(to: "stop") == "@t ok")
    #expect(try WebSocketClient(port: bench.port, path: "/listen").next() != nil)
    _ = try RawClient(port: bench.port).status(of: Self.download)
    let phone = try WebSocketClient(port: bench.port, path: "/seat")
    phone.send("join new Ada")
    #expect(phone.text { $0 == #"{"session":true}"# } != nil)
    phone.send("hit 90 0")
    let client = try UDPClient(port: try #require(bench.server.oscPort))
    let isObeyed = eventually {
      client.send("/ghostnote/show")
      return client.message("/ghostnote/reply", within: 0.2) != nil
    }
    #expect(isObeyed)
    for start in ["play", "stop", "listen", "export ", "hit kick 90 at ", "show"] {
      #expect(eventually { lines.value.contains { $0.hasPrefix(start) } }, "\(start)")
    }
    // Nor does any of it go over to the other when the first one ends.
    withExtendedLifetime(upstairs) {}
    upstairs = nil
    #expect(page.text { $0.contains(#""here":false"#) } != nil)
    let late = try WebSocketClient(port: bench.port)
    #expect(late.text { $0.contains(#""here":"#) }?.contains(#""here":false"#) == true)
    #expect(try RawClient(port: bench.port).status(of: Self.download) == 502)
    upstairs = try OtherSession("Upstairs", in: bench.folder)
    for page in [page, late] { #expect(page.text { $0.contains(#""here":true"#) } != nil) }
    #expect(page.reply(to: "play") == "@t ok")
    #expect(upstairs?.lines.value.contains("play") == true)
    #expect(bench.lines.value.isEmpty, "\(bench.lines.value)")
  }

  private static let download = "GET /pattern.mid HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test func `lines beyond the access level are refused, and never reach the session`() throws {
    let bench = try Bench(.play)
    let page = try WebSocketClient(port: bench.port)
    #expect(page.reply(to: "hit kick 100") == "@t ok")
    for line in ["step kick 1 X", "load rock", "quit", "nonsense", "load /etc/passwd"] {
      #expect(page.reply(to: line)?.hasPrefix("@t error {\"message\":") == true, "\(line)")
    }
    #expect(bench.lines.value == ["hit kick 100"])
  }

  @Test func `an error says where the words were wrong, as the session's own do`() throws {
    let bench = try Bench(.play)
    let page = try WebSocketClient(port: bench.port)
    for line in ["nonsense", "hit", "hit kick 200"] {
      #expect(page.reply(to: line)?.hasSuffix(#","usage":true}"#) == true, "\(line)")
    }
    #expect(page.reply(to: "load rock")?.contains("usage") == false)
    withExtendedLifetime(bench) {}
  }

  @Test func `a page that reads nothing is disconnected, and the others play on`() throws {
    var limits = RemoteLimits()
    limits.stall = .milliseconds(300)
    let bench = try Bench(limits: limits)
    let deaf = try WebSocketClient(port: bench.port)
    deaf.send("watch log")
    #expect(eventually { bench.session.value?.isWatched(.log) == true })
    // What it does not take waits in the kernel, then here, then in the session, until it is closed.
    let text = JSONNode.string(String(repeating: "a", count: 60_000))
    let ping = WebSocketClient.frame([1], opcode: 9)
    let isClosed = eventually {
      bench.session.value?.publish(.object(["message": text]), to: .log)
      return !deaf.raw.send(ping)
    }
    #expect(isClosed)
    #expect(bench.isWell())
  }

  @Test(arguments: ["/socket", "/listen"])
  func `pings of a page that takes no pongs are not read without end`(path: String) throws {
    var limits = RemoteLimits()
    // What is looked at is not the number of messages in a window.
    (limits.stall, limits.messages) = (.milliseconds(300), 1_000_000)
    let bench = try Bench(limits: limits)
    let deaf = try WebSocketClient(port: bench.port, path: path)
    let pings = (0..<500).flatMap { _ in
      WebSocketClient.frame([UInt8](repeating: 7, count: 125), opcode: 9)
    }
    // Both kernels' buffers, and the server's, hold some of it.
    var sent = 0
    while sent < 96 << 20, deaf.raw.send(pings) { sent += pings.count }
    #expect(sent < 96 << 20, "\(sent) bytes were read")
    #expect(bench.isWell())
  }

  @Test func `a page that listens is read no faster than another`() throws {
    var limits = RemoteLimits()
    (limits.messages, limits.window) = (10, .milliseconds(500))
    let bench = try Bench(limits: limits)
    let page = try WebSocketClient(port: bench.port, path: "/listen")
    let start = Date()
    // One read may take more messages than fit: each is to come by itself.
    var pongs = 0
    for _ in 0..<40 {
      page.raw.send(WebSocketClient.frame([7], opcode: 9))
      pongs += page.frame { $0.opcode == 10 } == nil ? 0 : 1
    }
    #expect(pongs == 40)
    #expect(Date().timeIntervalSince(start) > 0.9)
    withExtendedLifetime(bench) {}
  }

  @Test func `a flood of one page does not delay another's lines for long`() throws {
    let bench = try Bench()
    let (flood, calm) = (
      try WebSocketClient(port: bench.port), try WebSocketClient(port: bench.port)
    )
    let hits = (0..<2_000).flatMap { _ in WebSocketClient.frame(Array("hit kick 100".utf8)) }
    let sender = Thread { [raw = Unsent(flood.raw)] in raw.client.send(hits) }
    sender.start()
    for _ in 0..<20 { #expect(calm.reply(to: "play") == "@t ok") }
    #expect(eventually { bench.lines.value.count { $0 == "hit kick 100" } == 2_000 })
    withExtendedLifetime(flood) {}
  }

  @Test func `as many pages and connections are served as may be, and more when one goes`() throws {
    var limits = RemoteLimits()
    (limits.pages, limits.connections) = (2, 4)
    let bench = try Bench(limits: limits)
    var pages = try (0..<2).map { _ in try WebSocketClient(port: bench.port) }
    #expect(throws: RawClient.Failure.self) { _ = try WebSocketClient(port: bench.port) }
    let idle = try (0..<2).map { _ in try RawClient(port: bench.port) }
    #expect(pages[0].reply(to: "play") == "@t ok")
    let late = try RawClient(port: bench.port)
    #expect(late.receive().isClosed)
    for client in idle { client.end() }
    pages.removeLast().raw.end()
    #expect(eventually { (try? WebSocketClient(port: bench.port)) != nil })
  }
}

/// A session beside that of the bench: it carries out everything, until it is let go of.
private final class OtherSession {
  /// Lines that came to it.
  let lines = Locked<[String]>([])
  private let server = Locked<ControlServer?>(nil)

  init(_ name: String, in folder: SocketFolder) throws {
    let listener = try ControlListener(name: name, in: folder)
    let (lines, server) = (lines, server)
    server.value = ControlServer(
      listener,
      handler: { request in
        lines.change { $0.append(request.line) }
        if request.line == "listen" {
          server.value?.listen(replyingTo: request, .ok(#"{"listen":{}}"#))
        } else {
          server.value?.reply(.ok(nil), to: request)
        }
      })
  }

  deinit {
    server.value?.stop()
    server.value = nil
  }
}

/// A client that is used by one thread at a time.
private struct Unsent: @unchecked Sendable {
  let client: RawClient
  init(_ client: RawClient) { self.client = client }
}
