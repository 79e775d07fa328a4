import Foundation
import Synchronization
import Testing

@testable import ControlSocket

@Suite struct ControlClientTests {
  /// Closed twice, it would close what another thread has opened in between.
  @Test func `a connection that fails closes its descriptor once`() {
    let isOver = Atomic<Bool>(false)
    let lost = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 {
        for _ in 0..<30_000 { _ = try? ControlClient(path: "/nonexistent/socket") }
        isOver.store(true, ordering: .relaxed)
      } else {
        while !isOver.load(ordering: .relaxed) {
          let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
          for _ in 0..<16 { _ = fcntl(file, F_GETFD) }
          if close(file) != 0 { lost.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(lost.load(ordering: .relaxed) == 0)
  }

  @Test func `a daemon that has gone in the middle of a line is gone`() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let client = ControlClient(adopting: ends[0])
    do {
      let daemon = ControlClient(adopting: ends[1])
      #expect(daemon.send(bytes: Array("@1 ok\n@2 o".utf8)))
    }
    #expect(client.nextLine(within: 10_000) == .ok(tag: "1", ""))
    #expect(client.nextLine(within: 10_000) == nil)
    #expect(client.isGone)
  }
}
