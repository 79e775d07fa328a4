import Commands
import Foundation
import GhostnoteTesting
import JACKClient
import OSC
import Testing

extension JACKTests.DaemonTests {
  @Test
  func
    `in a session its JACK client has the name that the session manager gives, and then the next`()
    throws
  {
    let server = try JACKServer()
    let manager = try FakeSessionManager()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try Session(
      ["--audio", "jack", "--midi", "jack", "--play", "rock"],
      environment: [("JACK_DEFAULT_SERVER", server.name)] + manager.environment)
    #expect(manager.message("/nsm/server/announce") != nil)
    // Before the project is opened, no name may be registered.
    #expect(try clients(of: server).isEmpty)
    manager.send("/reply", "/nsm/server/announce", "welcome", "a test", "")
    for id in ["ghostnote.nABCD", "ghostnote.nEFGH"] {
      manager.send("/nsm/client/open", .string("\(folder)/\(id)"), "song", .string(id))
      #expect(
        manager.reply(to: "/nsm/client/open")?.address == "/reply", "\(session.program.errors)")
      #expect(session.says("JACK client \(id)"))
      #expect(try eventually { try clients(of: server) == [id] })
    }
    #expect(session.status { $0.isRolling && $0.hits > 0 } != nil)
    #expect(session.end().status == 0)
  }

  private func clients(of server: JACKServer) throws -> Set<String> {
    Set(try JACKPorts.list(server: server.name).map(\.client)).filter { $0.hasPrefix("ghostnote") }
  }
}
