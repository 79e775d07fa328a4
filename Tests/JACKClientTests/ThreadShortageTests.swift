import GhostnoteTesting
import Glibc
import JACKClient
import Testing

@Suite struct ThreadShortageTests {
  @Test func `without a thread to ask from, a list of ports says so`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      exhaustThreads()
      do throws(JACKError) {
        _ = try JACKPorts.list(server: "ghostnote-none")
        exit(1)
      } catch {
        exit(error == .noThread ? 7 : 2)
      }
    }
  }
}
