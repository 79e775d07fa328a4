import Foundation
import GhostnoteTesting
import Synchronization
import Testing

@testable import ControlSocket

/// What ends the wait of the server's thread, while it reads nothing from the only client.
@Suite final class ControlServerWaitTests {
  private let held = Locked<[ControlRequest]>([])
  private let gone = Locked(0)
  private let server: ControlServer
  private let client: Locked<ControlClient?>

  init() throws {
    server = ControlServer(
      nil, left: { [gone] _ in gone.change { $0 += 1 } },
      handler: { [held] request in held.change { $0.append(request) } })
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    client = Locked(ControlClient(adopting: ends[0]))
    server.adopt(ends[1])
  }

  deinit { server.stop() }

  /// Waits until the server's thread reads nothing from the client, whose first request is being carried out.
  private func isUnread() -> Bool {
    eventually { held.value.count == 1 && server.state.withLock { !$0.unread.isEmpty } }
  }

  /// Replies to the request that is being carried out.
  private func reply() throws {
    var requests: [ControlRequest] = []
    try #require(eventually { !held.value.isEmpty })
    held.change {
      requests = $0
      $0 = []
    }
    for request in requests { server.reply(.ok(nil), to: request) }
  }

  @Test func `one that sends no more is closed once it has its reply`() throws {
    let client = try #require(self.client.value)
    client.send("here", tag: "1")
    client.endInput()
    try #require(isUnread())
    try reply()
    #expect(client.nextLine(within: 10_000) == .ok(tag: "1", ""))
    #expect(client.nextLine(within: 10_000) == nil && client.isGone)
    #expect(eventually { gone.value == 1 })
  }

  @Test func `one that has gone gives its place back once its request is carried out`() throws {
    client.value?.send("here")
    client.value = nil
    try #require(isUnread())
    try reply()
    #expect(eventually { gone.value == 1 })
  }

  @Test func `one that sent more than is kept behind a request is read again after the reply`()
    throws
  {
    let client = try #require(self.client.value)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * RequestReader.longestLine)
    client.send(bytes: Array("@1 here\n".utf8) + long + Array("\n@2 there\n".utf8))
    try #require(isUnread())
    try reply()
    #expect(client.nextLine(within: 10_000) == .ok(tag: "1", ""))
    guard case .error(nil, let json)? = client.nextLine(within: 10_000) else {
      Issue.record("a line without end was taken")
      return
    }
    #expect(json.contains("at most 65536 bytes"))
    try reply()
    #expect(client.nextLine(within: 10_000) == .ok(tag: "2", ""))
  }
}
