import Commands
import GhostnoteTesting
import Testing

extension JACKTests.DaemonTests {
  @Test
  func
    `a grid in JACK shows the steps and writes them, and the audio thread allocates and locks nothing`()
    throws
  {
    let watch = try AudioThreadWatch()
    let daemon = try Daemon(on: try JACKServer(), environment: watch.environment)
    let grid = try WirePeer("grid", server: daemon.server)
    daemon.session.type("step kick 1 100")
    daemon.session.type("surface use plain-8x8 JACK*")
    #expect(grid.connect("ghostnote:surface_out", "grid:in"))
    #expect(grid.connect("grid:out", "ghostnote:surface_in"))
    /// The value that a pad was sent last.
    func light(_ note: UInt8) -> UInt8? {
      grid.heard.last { $0.bytes.count == 3 && $0.bytes[0] == 0x90 && $0.bytes[1] == note }?
        .bytes[2]
    }
    #expect(eventually { light(92) == 127 && light(94) == 0 })
    _ = grid.send([(at: 0, bytes: [0x90, 94, 80]), (at: 480, bytes: [0x80, 94, 0])])
    #expect(eventually { light(94) == 127 })
    // What the grid sends is for the grid's page only.
    #expect(daemon.session.status()?.hits == 0)
    daemon.session.type("surface page drums")
    // A line that is typed is carried out by the time that the next one is replied to, a pad within a cycle.
    #expect(daemon.session.status() != nil)
    _ = grid.send([(at: 0, bytes: [0x90, 37, 90]), (at: 480, bytes: [0x80, 37, 0])])
    #expect(daemon.session.status { $0.hits == 1 } != nil)
    // Every message of a playhead and of what is written meanwhile.
    daemon.session.type("surface page steps")
    daemon.session.type("tempo 280; play")
    #expect(daemon.session.status() != nil)
    for round in 0..<20 {
      let pad = UInt8(36 + 8 * (round % 8) + round % 5)
      _ = grid.send([(at: 0, bytes: [0x90, pad, 80]), (at: 480, bytes: [0x80, pad, 0])])
    }
    // Lights are sent again where the server tells of a lost cycle, and once only at the end.
    let lost = grid.lostCycles
    #expect(daemon.session.end().status == 0)
    let counts = try watch.counts()
    #expect(counts["offences"] == 0, "\(counts.text)")
    #expect(counts["callbacks"] ?? 0 > 100)
    let isDark = eventually {
      (36...99).allSatisfy { (light($0) ?? 0) == 0 } || grid.lostCycles > lost
    }
    #expect(isDark)
  }
}
