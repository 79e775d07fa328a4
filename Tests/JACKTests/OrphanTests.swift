import GhostnoteTesting
import Shell
import Testing

extension JACKTests {
  @Test func `a server whose test run was killed is ended by the next run`() throws {
    let owner = try ChildProcess("/bin/true", [])
    owner.wait()
    let name = "ghostnote-\(owner.id)-1"
    // Its parent ends at once, as the killed test run's would have.
    let path = try #require(JACKServer.path)
    let shell = try ChildProcess(
      "/bin/sh", ["-c", "\(path) -n \(name) -r -d dummy -r 48000 -p 1024 &"])
    #expect(shell.wait() == 0)
    #expect(eventually { JACKServer.running.contains(name) })
    let server = try JACKServer()
    #expect(!JACKServer.running.contains(name))
    #expect(JACKServer.running.contains(server.name))
  }
}
