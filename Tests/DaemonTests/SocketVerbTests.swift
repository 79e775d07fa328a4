import Commands
import ControlSocket
import Rhythm
import Testing

@testable import Daemon

/// What of a line concerns the connection.
@Suite struct SocketVerbTests {
  @Test func `watch and listen are the connection's, all else is the machine's`() throws {
    #expect(try SocketVerb("watch state hits") == .watch([.state, .hits]))
    #expect(try SocketVerb(" Watch ") == .watch([]))
    #expect(try SocketVerb("listen") == .listen)
    #expect(try SocketVerb("oneshot ride 7") == .oneShot(.ride, Velocity(clamping: 7)))
    for line in [
      "oneshot", "oneshot x 7", "oneshot kick", "oneshot kick 0", "oneshot kick 128",
      "oneshot kick 7 7",
    ] {
      #expect(throws: CommandError.self) { try SocketVerb(line) }
    }
    for line in ["play", "", "# watch", "watcher"] { #expect(try SocketVerb(line) == nil) }
  }

  @Test func `an unknown channel is named with those that there are`() {
    let error = #expect(throws: CommandError.self) { try SocketVerb("watch hist") }
    #expect(error?.description == "watch: expected state, hits, levels, ahead, log, found “hist”")
    #expect(error?.isUsage == true)
    #expect(throws: CommandError.self) { try SocketVerb("listen now") }
  }
}
