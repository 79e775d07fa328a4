import Testing

@testable import Daemon

/// Controllers with lights that are connected on JACK.
@Suite struct JACKSurfacePeersTests {
  @Test func `a controller is there from its first connection to its last, in each direction`() {
    var peers = JACKSurfacePeers(of: "ghostnote")
    func note(_ source: String, _ destination: String, _ isConnected: Bool)
      -> JACKSurfacePeers.Change?
    {
      peers.note(source, to: destination, isConnected: isConnected)
    }
    #expect(note("pads:out", "ghostnote:surface_in", true) == .connected(toDevice: false))
    #expect(note("keys:out", "ghostnote:surface_in", true) == .connected(toDevice: false))
    #expect(note("ghostnote:surface_out", "pads:in", true) == .connected(toDevice: true))
    #expect(note("keys:out", "ghostnote:surface_in", false) == nil)
    #expect(note("ghostnote:surface_out", "pads:in", false) == .disconnected(toDevice: true))
    #expect(note("pads:out", "ghostnote:surface_in", false) == .disconnected(toDevice: false))
  }

  @Test(arguments: [
    ("ghostnote:midi_out", "ghostnote-01:surface_in"),
    ("ghostnote-01:surface_out", "ghostnote:midi_in"),
    ("other:surface_out", "ghostnote:midi_in"), ("ghostnote:midi_out", "other:surface_in"),
    ("ghostnote:surface", "ghostnote:midi_in"),
  ])
  func `a port of another client that is called like ours is not a controller`(
    source: String, destination: String
  ) {
    var peers = JACKSurfacePeers(of: "ghostnote")
    for isConnected in [true, false] {
      let change = peers.note(source, to: destination, isConnected: isConnected)
      #expect(change == nil)
    }
  }
}
