import GhostnoteTesting
import Testing

extension JACKTests {
  @Test func `a server whose test run was killed is ended by the next run`() throws {
    let owner = try ChildProcess("/bin/true", [])
    owner.wait()
    let orphan = try ChildProcess(
      try #require(JACKServer.path),
      ["-n", "ghostnote-\(owner.id)-1", "-r", "-d", "dummy", "-r", "48000", "-p", "1024"])
    #expect(!eventually(within: 1) { orphan.hasEnded })
    let server = try JACKServer()
    #expect(eventually { orphan.hasEnded })
    withExtendedLifetime(server) {}
  }
}
