import Commands
import Foundation
import GhostnoteTesting
import NIOCore
import Testing

@testable import Remote

/// What a hostile page or program may send; afterwards pages are served as before.
@Suite(.serialized) struct AttackTests {
  private static func request(
    _ start: String = "GET / HTTP/1.1", _ headers: String = "Host: 127.0.0.1\r\n"
  ) -> String { "\(start)\r\n\(headers)\r\n" }

  static let refused: [(String, String, [Int])] = [
    ("no host", request("GET / HTTP/1.1", ""), [400]),
    ("HTTP/1.0 without a host", request("GET / HTTP/1.0", ""), [400]),
    ("two hosts", request("GET / HTTP/1.1", "Host: 127.0.0.1\r\nHost: evil\r\n"), [400]),
    ("a rebound name", request("GET / HTTP/1.1", "Host: evil.example\r\n"), [421]),
    ("another host in the target", request("GET http://evil.example/ HTTP/1.1"), [400]),
    (
      "a form of another page",
      request("POST / HTTP/1.1", "Host: 127.0.0.1\r\nContent-Length: 0\r\n"), [405]
    ),
    (
      "a body", request("GET / HTTP/1.1", "Host: 127.0.0.1\r\nContent-Length: 4\r\n") + "play",
      [413]
    ),
    (
      "chunks",
      request("GET / HTTP/1.1", "Host: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
      [413]
    ),
    (
      "two lengths",
      request("GET / HTTP/1.1", "Host: 127.0.0.1\r\nContent-Length: 0\r\nContent-Length: 5\r\n"),
      [400]
    ),
    (
      "a length and chunks",
      request(
        "GET / HTTP/1.1", "Host: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n")
        + "0\r\n\r\n",
      [400, 413]
    ),
    (
      "a folded header", request("GET / HTTP/1.1", "Host: 127.0.0.1\r\nX: a\r\n b\r\n"), [400]
    ),
    ("a folder above", request("GET /../../etc/passwd HTTP/1.1"), [404]),
    ("a folder above, escaped", request("GET /%2e%2e/etc/passwd HTTP/1.1"), [404]),
    ("a method that is not known", request("BREW / HTTP/1.1"), [400, 405]),
    ("TRACE", request("TRACE / HTTP/1.1"), [405]),
    (
      "a WebSocket without an origin",
      WebSocketClient.opening(port: 1).replacingOccurrences(
        of: "Origin: http://127.0.0.1:1\r\n", with: ""), [403]
    ),
    (
      "a WebSocket of another origin",
      WebSocketClient.opening(port: 1).replacingOccurrences(
        of: "Origin: http://127.0.0.1:1", with: "Origin: http://evil.example"), [403]
    ),
    (
      "a WebSocket of a sandboxed page",
      WebSocketClient.opening(port: 1).replacingOccurrences(
        of: "Origin: http://127.0.0.1:1", with: "Origin: null"), [403]
    ),
    ("a WebSocket of version 12", WebSocketClient.opening(port: 1, version: "12"), [400, 426]),
    (
      "a WebSocket without a key",
      WebSocketClient.opening(port: 1).replacingOccurrences(of: "Sec-WebSocket-Key", with: "X"),
      [400, 426]
    ),
    ("a WebSocket with a short key", WebSocketClient.opening(port: 1, key: "AAAA"), [426]),
    (
      "a WebSocket with a key that is not base64",
      WebSocketClient.opening(port: 1, key: String(repeating: "!", count: 22) + "=="), [426]
    ),
    (
      "a WebSocket with a key of 17 bytes",
      WebSocketClient.opening(port: 1, key: "YWFhYWFhYWFhYWFhYWFhYWE="), [426]
    ),
  ]

  @Test func `requests that are not a page's are refused with a reason`() throws {
    let bench = try Bench()
    for (name, request, statuses) in Self.refused {
      let client = try RawClient(port: bench.port)
      let status = client.status(of: request)
      #expect(status.map { statuses.contains($0) } ?? false, "\(name): \(status ?? 0)")
    }
    #expect(bench.isWell())
    #expect(bench.lines.value == ["play"])
  }

  @Test func `heads too long or with too many fields are cut off`() throws {
    let bench = try Bench()
    let long = Self.request(
      "GET / HTTP/1.1", "Host: 127.0.0.1\r\nX: \(String(repeating: "a", count: 40_000))\r\n")
    let many = Self.request(
      "GET / HTTP/1.1", "Host: 127.0.0.1\r\n" + String(repeating: "X: a\r\n", count: 400))
    for request in [long, many] {
      let client = try RawClient(port: bench.port)
      client.send(request)
      let (bytes, isClosed) = client.receive()
      #expect(isClosed)
      #expect(!bytes.starts(with: Array("HTTP/1.1 200".utf8)))
    }
    #expect(bench.isWell())
  }

  @Test func `a request that comes a byte at a time runs out of time`() throws {
    var limits = RemoteLimits()
    limits.patience = .milliseconds(300)
    let bench = try Bench(limits: limits)
    let client = try RawClient(port: bench.port)
    let start = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ".utf8)
    // Bytes go on coming for 20 s: the time is that of the request, not that from one byte to the next.
    var isOpen = true
    for index in 0..<400 where isOpen {
      let byte = index < start.count ? start[index] : UInt8(ascii: "a")
      isOpen = client.send([byte]) && !client.receive(within: 0.05).isClosed
    }
    #expect(!isOpen)
    #expect(bench.isWell())
  }

  static let frames: [(String, [UInt8], [Int])] = {
    let text = { (words: String) in WebSocketClient.frame(Array(words.utf8)) }
    let ping = [UInt8](repeating: 0, count: 126)
    let huge = [UInt8](repeating: 0x61, count: 70_000)
    var endless: [UInt8] = [0x81, 0xFF, 0x7F]
    endless += [UInt8](repeating: 0xFF, count: 7) + [0, 0, 0, 0]
    let fragments =
      WebSocketClient.frame([0x61], isFinal: false)
      + (0..<20).flatMap { _ in WebSocketClient.frame([0x61], opcode: 0, isFinal: false) }
    return [
      ("an unmasked frame", WebSocketClient.frame(Array("play".utf8), isMasked: false), [1002]),
      ("a binary frame", WebSocketClient.frame([1, 2, 3], opcode: 2), [1003]),
      ("text that is not UTF-8", WebSocketClient.frame([0xC3, 0x28]), [1007]),
      ("a long frame", WebSocketClient.frame(huge), [1009]),
      ("a frame of 2⁶³ bytes", endless, [1009, 1002]),
      ("endless fragments", fragments, [1002, 1009]),
      (
        "fragments of nothing",
        (0..<20).flatMap { WebSocketClient.frame([], opcode: $0 == 0 ? 1 : 0, isFinal: false) },
        [1002, 1009]
      ),
      ("a fragment of nothing before", WebSocketClient.frame([0x61], opcode: 0), [1002]),
      ("an opcode that is reserved", WebSocketClient.frame([], opcode: 3), [1002]),
      ("a reserved bit", WebSocketClient.frame(Array("play".utf8), reserved: 0x40), [1002]),
      ("a long ping", WebSocketClient.frame(ping, opcode: 9), [1002]),
      ("a ping in parts", WebSocketClient.frame([], opcode: 9, isFinal: false), [1002]),
      ("a command of the page's own that is not one", text("!listen"), [1008]),
    ]
  }()

  @Test func `frames that break the rules close their connection, and no other`() throws {
    let bench = try Bench()
    let other = try WebSocketClient(port: bench.port)
    for (name, bytes, codes) in Self.frames {
      let page = try WebSocketClient(port: bench.port)
      page.raw.send(bytes)
      // -1 where it stays open.
      let code = page.closingCode() ?? -1
      #expect(codes.contains(code), "\(name): \(code)")
    }
    #expect(other.reply(to: "play") == "@t ok")
    #expect(bench.isWell())
    #expect(bench.lines.value.allSatisfy { $0 == "play" })
  }

  @Test func `a line within a line is not carried out`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    for line in ["play\nquit", "play\r\nquit", "@t play\n@u quit", "play\u{0}quit"] {
      page.send(line)
      #expect(page.text { $0.contains("error") } != nil, "\(line.debugDescription)")
    }
    #expect(page.reply(to: "stop") == "@t ok")
    #expect(bench.lines.value == ["stop"])
  }

  /// A tag ends at the first blank: what else the session would take for its end must not pass.
  static let badTags = [
    "@a\nquit", "@a\r\nquit", "@a\nload\t/etc/hostname", "@d\nexport\t/tmp/x.mid", "@a\tquit",
    "@a\u{0}quit", "@a \u{301};quit", "@\u{301} quit", "@ quit", "@", "@<script> quit",
    "@" + String(repeating: "a", count: 33) + " quit", "\n@a quit", "\u{2028}@a quit",
    "@a\u{85}quit",
  ]

  @Test(arguments: [AccessLevel.watch, .play, .files])
  func `a line within a tag is not carried out`(access: AccessLevel) throws {
    let bench = try Bench(access)
    let page = try WebSocketClient(port: bench.port)
    for line in Self.badTags {
      page.send(line)
      let reply = page.text { $0.contains("error") }
      #expect(reply?.contains("\"message\"") == true, "\(line.debugDescription)")
    }
    #expect(page.reply(to: "status", tag: "A.b_c-9") == "@A.b_c-9 ok")
    #expect(bench.lines.value == ["status"])
  }

  @Test func `a refusal carries the tag that is well formed, and no other`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    for (line, head) in [
      ("@<script> quit", "error "), ("@a\nb quit", "error "), ("@x-1 quit", "@x-1 error "),
      ("@t play\n", "@t error "), ("quit", "error "),
    ] {
      page.send(line)
      #expect(page.text { $0.contains("error") }?.hasPrefix(head) == true, "\(line)")
    }
    #expect(bench.isWell())
  }

  @Test func `a flood of pings is replied to and disturbs no client`() throws {
    let bench = try Bench()
    let (flood, other) = (
      try WebSocketClient(port: bench.port), try WebSocketClient(port: bench.port)
    )
    let ping = WebSocketClient.frame([7], opcode: 9)
    for _ in 0..<2_000 { flood.raw.send(ping) }
    var pongs = 0
    _ = flood.frame(within: 60) { frame in
      pongs += frame.opcode == 10 ? 1 : 0
      return pongs == 2_000
    }
    #expect(pongs == 2_000)
    #expect(other.reply(to: "play") == "@t ok")
    #expect(bench.isWell())
  }

  @Test func `a page that does not reply to pings is closed`() throws {
    var limits = RemoteLimits()
    limits.ping = .milliseconds(100)
    let bench = try Bench(limits: limits)
    let page = try WebSocketClient(port: bench.port)
    _ = page.frame { _ in false }
    #expect(page.raw.receive(within: 1).isClosed)
    withExtendedLifetime(bench) {}
  }

  @Test(arguments: ["/socket", "/listen", "/seat"])
  func `a close that is malformed is an error, any other is replied to`(path: String) throws {
    let bench = try Bench()
    let long = [UInt8](repeating: 0x61, count: 123)
    let rows: [([UInt8], Int)] = [
      ([], 1000), ([0x03, 0xE8], 1000), ([0x0B, 0xB8], 1000), ([0x03, 0xE8] + long, 1000),
      ([0x03], 1002), ([0x00, 0x00], 1002), ([0x03, 0xEC], 1002), ([0x03, 0xED], 1002),
      ([0x03, 0xEE], 1002), ([0x03, 0xF7], 1002), ([0x0B, 0xB7], 1002), ([0x13, 0x88], 1002),
      ([0x03, 0xE8, 0xFF, 0xFE], 1002),
    ]
    for (payload, code) in rows {
      let page = try WebSocketClient(port: bench.port, path: path)
      page.raw.send(WebSocketClient.frame(payload, opcode: 8))
      #expect(page.closingCode() == code, "\(payload.prefix(4))")
    }
    #expect(bench.isWell())
  }

  @Test func `closing is replied to, and nothing after it is carried out`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    #expect(page.reply(to: "play") == "@t ok")
    page.raw.send(
      WebSocketClient.frame([0x03, 0xE8], opcode: 8) + WebSocketClient.frame(Array("stop".utf8)))
    #expect(page.closingCode() == 1000)
    #expect(bench.isWell())
    #expect(bench.lines.value == ["play", "play"])
  }
}
