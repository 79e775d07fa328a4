import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import Testing

/// The server with clients on socket pairs; it replies to each line with the line.
@Suite struct ControlServerTests {
  private final class Echo: Sendable {
    let server = Locked<ControlServer?>(nil)
    let seen = Locked(0)
    /// Requests are carried out on a thread of their own, as the daemon does it.
    private let queue = DispatchQueue(label: "echo")

    init(
      _ limits: ControlLimits = ControlLimits(), sound: @escaping @Sendable () -> [UInt8]? = { nil }
    ) {
      server.value = ControlServer(nil, limits: limits, sound: sound) { [self] request in
        queue.async { self.take(request) }
      }
    }

    func take(_ request: ControlRequest) {
      seen.change { $0 += 1 }
      guard let server = server.value else { return }
      switch request.line {
      case "watch":
        server.watch([.state, .hits], replyingTo: request, state: .object([:]), ahead: nil)
      case "listen": server.listen(replyingTo: request, .ok(nil))
      default: server.reply(.ok(JSONNode.string(request.line).text), to: request)
      }
    }

    deinit { server.value?.stop() }

    func client() throws -> ControlClient {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
      server.value?.adopt(ends[1])
      return ControlClient(adopting: ends[0])
    }
  }

  @Test func `many lines in one write are replied to in order`() throws {
    let echo = Echo()
    let client = try echo.client()
    client.send(bytes: Array((1...500).map { "@\($0) line \($0)\n" }.joined().utf8))
    for number in 1...500 {
      #expect(client.nextLine(within: 10_000) == .ok(tag: "\(number)", "\"line \(number)\""))
    }
  }

  @Test func `a client that floods and never reads leaves the others their replies`() throws {
    let echo = Echo()
    let flooders = try (0..<8).map { _ in try echo.client() }
    let isOver = Locked(false)
    for flooder in flooders {
      _ = fcntl(flooder.file, F_SETFL, O_NONBLOCK)
      Thread {
        let bytes = [UInt8](repeating: 0x0A, count: 1) + Array("@x flood\n".utf8)
        let block = Array(repeating: bytes, count: 400).flatMap { $0 }
        while !isOver.value {
          _ = unsafe send(
            flooder.file, block, block.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
          usleep(1_000)
        }
      }.start()
    }
    let client = try echo.client()
    for number in 0..<200 {
      #expect(
        client.request("\(number)", tag: "a", within: 10_000) == .ok(tag: "a", "\"\(number)\""))
    }
    isOver.value = true
  }

  @Test func `garbage is refused line by line and the connection goes on`() throws {
    let echo = Echo()
    let client = try echo.client()
    var chance = SplitMix64(seed: 3)
    for _ in 0..<50 {
      var garbage = (0..<3_000).map { _ in UInt8.random(in: 1...255, using: &chance) }
      garbage.removeAll { $0 == 0x0A }
      client.send(bytes: garbage + [0x0A])
      #expect(client.nextLine(within: 10_000) != nil)
    }
    client.send(bytes: [UInt8](repeating: 0x78, count: 300_000) + [0x0A])
    guard case .error(nil, let json)? = client.nextLine(within: 10_000) else {
      Issue.record("a line without end was taken")
      return
    }
    #expect(json.contains("at most 65536 bytes"))
    #expect(client.request("still here", within: 10_000) == .ok(tag: nil, "\"still here\""))
  }

  @Test func `a watcher that stalls catches up by a seed, and the one beside it misses nothing`()
    throws
  {
    let echo = Echo()
    let server = try #require(echo.server.value)
    let (stalled, quick) = (try echo.client(), try echo.client())
    for client in [stalled, quick] { #expect(client.request("watch", within: 10_000) != nil) }
    let text = String(repeating: "x", count: 4_000)
    let count = 1_000
    let revisions = Locked(0)
    let reader = Thread {
      while case .event(let text)? = quick.nextLine(within: 20_000) {
        if text.contains("\"changes\"") { revisions.change { $0 += 1 } }
        if text.contains("\"number\",\"value\":\(count)") || revisions.value == count { break }
      }
    }
    reader.start()
    for number in 1...count {
      server.publish(
        state: .object(["number": .integer(number), "text": .string(text + "\(number)")]))
      server.publish(.array([.string(text)]), to: .hits)
      // The quick one reads as fast as it is written to.
      try #require(eventually { revisions.value >= number - 20 })
    }
    #expect(eventually { revisions.value == count })
    var last = ""
    while !last.contains("\"seed\":{\"number\":\(count)") {
      guard case .event(let text)? = stalled.nextLine(within: 10_000) else { break }
      last = text
    }
    #expect(last.contains("\"seed\":{\"number\":\(count)"))
    #expect(last.contains("\"revision\":\(count)"))
  }

  @Test func `a watcher that has read everything hears at once of what is larger than its queue`()
    throws
  {
    var limits = ControlLimits()
    limits.queue = 1_000
    let echo = Echo(limits)
    let server = try #require(echo.server.value)
    let client = try echo.client()
    #expect(client.request("watch", within: 10_000) == .ok(tag: nil, ""))
    func next() -> ControlClient.Line? { client.nextLine(within: 10_000) }
    #expect(next() == .event(#"{"state":{"revision":0,"seed":{}}}"#))
    let text = String(repeating: "x", count: 2_000)
    server.publish(state: .object(["text": .string(text)]))
    #expect(next() == .event(#"{"state":{"revision":1,"seed":{"text":"\#(text)"}}}"#))
    server.publish(.array([.string(text)]), to: .hits)
    #expect(next() == .event(#"{"lost":{"hits":1}}"#))
    server.publish(state: .object(["text": .string("y")]))
    #expect(
      next()
        == .event(
          #"{"state":{"changes":[{"op":"replace","path":"/text","value":"y"}],"revision":2}}"#))
  }

  @Test func `a connection that listens gets every byte of sound while it reads`() throws {
    let next = Locked<UInt8>(0)
    let echo = Echo(sound: {
      next.change { $0 &+= 1 }
      return [UInt8](repeating: next.value, count: 960)
    })
    let client = try echo.client()
    #expect(client.request("listen", within: 10_000) == .ok(tag: nil, ""))
    let bytes = client.bytes(960 * 50)
    #expect(bytes.count == 960 * 50)
    let pieces = stride(from: 0, to: bytes.count, by: 960).map { bytes[$0] }
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $1 == $0 &+ 1 })
  }

  @Test func `one that closes is forgotten, and its last lines are carried out`() throws {
    let echo = Echo()
    do {
      let client = try echo.client()
      client.send(bytes: Array("a\nb\nc\ncut".utf8))
    }
    #expect(eventually { echo.seen.value == 3 })
    let limits = ControlLimits()
    for _ in 0..<2 * limits.clients {
      let client = try echo.client()
      client.send("x")
    }
    // One place may still be the first client's.
    #expect(eventually { echo.seen.value >= 3 + limits.clients - 1 })
    #expect(
      eventually {
        (try? echo.client().request("here", within: 5_000)) == .ok(tag: nil, "\"here\"")
      })
  }

  @Test func `the client beyond the limit is refused with a reason`() throws {
    var limits = ControlLimits()
    limits.clients = 2
    let echo = Echo(limits)
    let clients = try (0..<2).map { _ in try echo.client() }
    for client in clients { #expect(client.request("x", within: 10_000) != nil) }
    guard case .error(nil, let json)? = try echo.client().nextLine(within: 10_000) else {
      Issue.record("a third client was taken")
      return
    }
    #expect(json.contains("expected at most 2 clients"))
    withExtendedLifetime(clients) {}
  }

  @Test
  func
    `requests are handed on by the server's thread alone, whichever thread replies or publishes`()
    throws
  {
    let callers = Locked<Set<ObjectIdentifier>>([])
    let server = ControlServer(
      nil,
      urgent: { _ in
        callers.change { $0.insert(ObjectIdentifier(Thread.current)) }
        return .ok(nil)
      }, handler: { _ in })
    defer { server.stop() }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    server.adopt(ends[1])
    let client = ControlClient(adopting: ends[0])
    let isOver = Locked(false)
    let publisher = Thread {
      while !isOver.value { server.publish(state: .object([:])) }
    }
    publisher.start()
    for number in 0..<2_000 {
      #expect(client.request("stop", tag: "\(number)", within: 10_000) == .ok(tag: "\(number)", ""))
    }
    isOver.value = true
    #expect(callers.value.count == 1)
    #expect(!callers.value.contains(ObjectIdentifier(publisher)))
  }
}
