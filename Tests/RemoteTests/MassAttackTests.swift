import Foundation
import GhostnoteTesting
import Testing

@testable import Remote

/// Much at once, or one after the other; afterwards pages are served as before.
@Suite(.serialized) struct MassAttackTests {
  @Test func `ten thousand connections one after the other leave nothing open`() throws {
    let bench = try Bench()
    #expect(bench.isWell())
    let (before, deadline) = (bench.openFiles, Date(timeIntervalSinceNow: 120))
    let requests = [
      "", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "\u{0}\u{1}", "GET /",
      WebSocketClient.opening(port: bench.port),
    ]
    var (count, served) = (0, 0)
    while count < 10_000, Date() < deadline {
      // The server is still closing those that came before.
      guard let client = try? RawClient(port: bench.port) else { continue }
      let request = requests[count % requests.count]
      client.send(request)
      // Every hundredth waits for its response.
      if count % 100 == 1 { served += client.receive().bytes.isEmpty ? 0 : 1 }
      client.end()
      count += 1
    }
    #expect(count == 10_000)
    #expect(served > 0)
    #expect(eventually { bench.isWell() })
    #expect(bench.leavesNothingOpen(butFor: before))
  }

  @Test func `sixty-four that listen come at once and leave at once, and others are served`() throws
  {
    var limits = RemoteLimits()
    (limits.pages, limits.connections) = (8, 72)
    let bench = try Bench(limits: limits)
    let before = bench.openFiles
    for _ in 0..<5 {
      let clients = try (0..<64).map { _ in
        let client = try RawClient(port: bench.port)
        client.send(WebSocketClient.opening(port: bench.port, path: "/listen"))
        return client
      }
      let replies = clients.map { $0.receive { $0.count >= 12 }.bytes.prefix(12) }
      let taken = replies.count { $0.elementsEqual("HTTP/1.1 101".utf8) }
      // The page of the round before may still be leaving.
      #expect((7...8).contains(taken), "\(taken) of 64 are let in")
      for client in clients { client.end() }
      #expect(bench.leavesNothingOpen(butFor: before))
      #expect(eventually { bench.isWell() })
    }
  }
}
