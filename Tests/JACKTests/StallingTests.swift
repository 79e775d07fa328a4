import Glibc
import Testing

@testable import GhostnoteTesting

extension JACKTests {
  @Test func `a server that a test has frozen does not count as one that stands still`() throws {
    let server = try JACKServer()
    let process = try #require(JACKRegistry.running.first { $0.name == server.name })
    #expect(eventually { !JACKServer.isAnyStalled() })
    server.hang()
    #expect(eventually { !JACKServer.isAnyStalled() })
    server.resume()
    #expect(eventually { !JACKServer.isAnyStalled() })
    // Stopped by another hand, as on a machine that does not wake it up.
    kill(process.id, SIGSTOP)
    #expect(JACKServer.isAnyStalled())
    kill(process.id, SIGCONT)
  }

  @Test func `a server answers a client of another process unless it is stopped or not there`()
    throws
  {
    let server = try JACKServer()
    func answers(within seconds: Int) throws -> Bool {
      try JACKServer.answers(JACKServer.question(to: server.name), within: seconds)
    }
    #expect(try answers(within: 30))
    server.hang()
    #expect(try !answers(within: 1))
    server.resume()
    #expect(try answers(within: 30))
    server.stop()
    #expect(try !answers(within: 30))
    // Nor has the question started one.
    #expect(!JACKServer.running.contains(server.name))
  }
}
