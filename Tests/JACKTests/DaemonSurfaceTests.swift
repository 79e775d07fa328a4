import Commands
import GhostnoteTesting
import Testing

extension JACKTests {
  @Test func `a grid in JACK shows the steps, writes them, and is dark when the session ends`()
    throws
  {
    let daemon = try Daemon(on: try JACKServer())
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
    _ = grid.send([(at: 0, bytes: [0x90, 37, 90]), (at: 480, bytes: [0x80, 37, 0])])
    #expect(daemon.session.status { $0.hits == 1 } != nil)
    #expect(daemon.session.end().status == 0)
    #expect(eventually { (36...99).allSatisfy { (light($0) ?? 0) == 0 } })
  }
}
