import GhostnoteTesting
import Shell
import Testing

extension JACKTests {
  @Test func `a server whose test run was killed is ended by the next run`() throws {
    let owner = try ChildProcess("/bin/true", [])
    owner.wait()
    let name = "ghostnote-\(owner.id)-1"
    let path = try #require(JACKServer.path)
    // Where a test beside this one starts a server at the moment, that one ends it before it is seen: then once more.
    let isThere = try (0..<12).contains { _ in
      // Its parent ends at once, as the killed test run's would have.
      let shell = try ChildProcess(
        "/bin/sh", ["-c", "\(path) -n \(name) -r -d dummy -r 48000 -p 1024 &"])
      #expect(shell.wait() == 0)
      return eventually(within: 5) { JACKServer.running.contains(name) }
    }
    #expect(isThere)
    let server = try JACKServer()
    #expect(!JACKServer.running.contains(name))
    #expect(JACKServer.running.contains(server.name))
  }
}
