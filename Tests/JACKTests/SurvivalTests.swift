import Commands
import GhostnoteTesting
import Ports
import Shell
import Synchronization
import Testing

@testable import JACKClient

extension JACKTests {
  @Test(arguments: [false, true])
  func `sound and connections are restored each time the server returns`(isKilled: Bool) throws {
    let server = try JACKServer()
    let bench = Bench(server) { $0.sources = [NamePattern("Pad")] }
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(
      try eventually {
        try connections(of: "ghostnote:out_right", server) == ["system:playback_2"]
      })
    // A connection that disappears before it was seen is not reported.
    #expect(
      eventually {
        bench.log.value.contains(
          .connected(source: "ghostnote:out_right", destination: "system:playback_2"))
      })
    try server.tool("jack_connect", "ghostnote:out_left", "system:playback_2")
    try server.tool("jack_disconnect", "ghostnote:out_right", "system:playback_2")
    #expect(
      eventually {
        bench.log.value.contains(
          .disconnected(source: "ghostnote:out_right", destination: "system:playback_2"))
      })
    for round in 1...3 {
      let pad = try server.launch("jack_midiseq", ["Pad", "24000", "0", "36", "1000"])
      let dump = try server.launch("jack_midi_dump")
      if round == 1 {
        let isThere = try eventually {
          try server.tool("jack_connect", "ghostnote:midi_out", "midi-monitor:input") == 0
        }
        #expect(isThere)
      }
      #expect(
        try eventually {
          try connections(of: "ghostnote:midi_in", server) == ["Pad:out"]
            && connections(of: "ghostnote:midi_out", server) == ["midi-monitor:input"]
        })
      let wires = eventually {
        bench.log.value.contains(
          .connected(source: "ghostnote:midi_out", destination: "midi-monitor:input"))
      }
      #expect(wires)
      if isKilled { server.kill() } else { server.stop() }
      #expect(eventually { bench.downs == round })
      #expect(bench.session.clientName == nil)
      for process in [pad, dump] {
        // Neither exits by itself, nor on SIGTERM, once its server is gone.
        process.end()
      }
      try server.start()
      #expect(eventually { bench.ups == round + 1 })
      let before = bench.cycles
      #expect(eventually { bench.cycles > before + 10 })
      #expect(
        try eventually {
          try Set(connections(of: "ghostnote:out_left", server))
            == ["system:playback_1", "system:playback_2"]
        })
      #expect(try connections(of: "ghostnote:out_right", server).isEmpty)
    }
    #expect(bench.session.clientName == "ghostnote")
  }

  @Test func `a session may start before the server`() throws {
    let server = try JACKServer()
    server.stop()
    let bench = Bench(server)
    #expect(bench.session.waitUntilSettled() == .absent)
    #expect(bench.downs == 1 && bench.ups == 0)
    try server.start()
    #expect(eventually { bench.cycles > 10 })
    #expect(eventually { bench.ups == 1 })
    #expect(bench.downs == 1)
  }

  @Test func `a session whose server says nothing at first connects when it responds`()
    throws
  {
    let server = try JACKServer()
    server.hang()
    let bench = Bench(server)
    #expect(bench.session.waitUntilSettled() == .awaiting)
    #expect(bench.session.clientName == nil)
    server.resume()
    #expect(eventually { bench.cycles > 10 })
    #expect(eventually { bench.session.connection == .connected })
    #expect(eventually { bench.ups == 1 })
    #expect(bench.downs == 0)
  }

  @Test func `a session stops while its server has not responded yet`() throws {
    let server = try JACKServer()
    server.hang()
    let bench = Bench(server)
    #expect(bench.session.waitUntilSettled() == .awaiting)
    bench.session.stop()
    #expect(bench.session.connection == .awaiting && bench.cycles == 0)
    server.resume()
    // Its attempt succeeds, and it leaves without a word: what its events use may be gone.
    #expect(eventually { bench.session.shared.status.withLock { $0.hasEnded } })
    #expect(bench.session.connection == .absent)
    #expect(bench.log.value.isEmpty && bench.cycles == 0)
  }

  @Test func `a session stops while the server is dead`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    server.kill()
    bench.session.stop()
    #expect(bench.session.clientName == nil)
    bench.session.stop()
  }

  @Test func `a session stops while the server hangs, and the handler is not called any more`()
    throws
  {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(eventually { bench.cycles > 10 })
    server.hang()
    bench.session.stop()
    let cycles = bench.cycles
    server.resume()
    #expect(eventually { bench.session.clientName == nil })
    #expect(bench.cycles == cycles)
  }

  @Test func `a session released while the server hangs stays alive until libjack returns`() throws
  {
    let server = try JACKServer()
    let shared: () -> SharedState?
    do {
      let bench = Bench(server)
      try #require(bench.session.waitUntilSettled() == .connected)
      shared = { [weak state = bench.session.shared] in state }
      server.hang()
    }
    #expect(shared() != nil)
    server.resume()
    #expect(eventually { shared() == nil })
  }

  @Test func `the listing times out on a server that hangs`() throws {
    let server = try JACKServer()
    server.hang()
    #expect(throws: JACKError.self) { try JACKPorts.list(server: server.name) }
    server.resume()
  }
}
