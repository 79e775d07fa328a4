import Ports
import Testing

@Suite struct SequencerPatchbayClockTests {
  private var patchbay = SequencerPatchbay(patterns: [], ownName: "Ghostnote")

  private func peer(_ client: UInt8, _ name: String, isReserved: Bool = false)
    -> SequencerPatchbay.Peer
  {
    SequencerPatchbay.Peer(
      address: SequencerPatchbay.Address(client: client, port: 0), clientName: name,
      portName: "midi",
      isSource: true, isReserved: isReserved)
  }

  private func link(_ client: UInt8, _ own: SequencerPatchbay.OwnPort = .clockInput)
    -> SequencerPatchbay.Connection
  {
    SequencerPatchbay.Connection(own: own, peer: SequencerPatchbay.Address(client: client, port: 0))
  }

  private mutating func choose(
    _ pattern: String?
  ) -> (connect: [SequencerPatchbay.Connection], cut: [SequencerPatchbay.Connection]) {
    patchbay.setClockSource(pattern.map { NamePattern($0) })
  }

  @Test mutating func `a chosen clock is connected at once, and whenever it returns`() {
    _ = patchbay.portAppeared(peer(20, "Volca Beats"))
    #expect(choose("Volca*").connect == [link(20)])
    #expect(choose("Volca*").connect == [])
    #expect(patchbay.clientVanished(20) == [link(20)])
    #expect(patchbay.portAppeared(peer(24, "Volca Beats")) == [link(24)])
    #expect(patchbay.portAppeared(peer(25, "Volca Keys")) == [link(25)])
  }

  @Test mutating func `a change of pattern cuts what it no longer names, and keeps the rest`() {
    for (client, name) in [(20, "Volca Beats"), (21, "Volca Keys"), (22, "DAW")] {
      _ = patchbay.portAppeared(peer(UInt8(client), name))
    }
    #expect(choose("Volca*").connect == [link(20), link(21)])
    let change = choose("*B*")
    #expect(change.connect == [])
    #expect(change.cut == [link(21)])
    let other = choose("DAW")
    #expect(other.connect == [link(22)])
    #expect(other.cut == [link(20)])
    #expect(choose(nil).cut == [link(22)])
  }

  @Test mutating func `a clock let go of while it was away stays away`() {
    _ = patchbay.portAppeared(peer(20, "DAW"))
    _ = choose("DAW")
    _ = patchbay.clientVanished(20)
    #expect(choose(nil).cut == [])
    #expect(patchbay.portAppeared(peer(21, "DAW")) == [])
  }

  @Test mutating func `what was wired to the clock by hand outlasts every pattern`() {
    _ = patchbay.portAppeared(peer(20, "Hand"))
    patchbay.connected(link(20))
    _ = patchbay.portAppeared(peer(21, "DAW"))
    #expect(choose("*").connect == [link(21)])
    #expect(choose(nil).cut == [link(21)])
    #expect(patchbay.clientVanished(20) == [link(20)])
    #expect(patchbay.portAppeared(peer(30, "Hand")) == [link(30)])
  }

  @Test mutating func `changing one's mind before the news arrives loses nothing`() {
    _ = patchbay.portAppeared(peer(20, "DAW"))
    #expect(choose("DAW").connect == [link(20)])
    #expect(choose(nil).cut == [link(20)])
    #expect(choose("DAW").connect == [link(20)])
    // The announcements of all three, late.
    patchbay.connected(link(20))
    patchbay.disconnected(link(20))
    patchbay.connected(link(20))
    #expect(patchbay.portAppeared(peer(20, "DAW")) == [])
    #expect(choose(nil).cut == [link(20)])
    patchbay.disconnected(link(20))
    #expect(choose("DAW").connect == [link(20)])
  }

  @Test mutating func `a clock cut by hand stays cut until it returns or is chosen again`() {
    _ = patchbay.portAppeared(peer(20, "DAW"))
    _ = choose("DAW")
    patchbay.disconnected(link(20))
    #expect(patchbay.portAppeared(peer(20, "DAW 2")) == [])
    #expect(choose("DAW*").connect == [link(20)])
  }

  @Test mutating func `reserved ports and our namesakes want an exact name here too`() {
    _ = patchbay.portAppeared(peer(14, "Midi Through", isReserved: true))
    _ = patchbay.portAppeared(peer(130, "Ghostnote"))
    #expect(choose("*").connect == [])
    #expect(choose("Midi Through").connect == [link(14)])
  }

  @Test func `one device can be pad and clock at once`() {
    var patchbay = SequencerPatchbay(patterns: [NamePattern("TD-*")], ownName: "Ghostnote")
    _ = patchbay.setClockSource(NamePattern("TD-17"))
    #expect(patchbay.portAppeared(peer(20, "TD-17")) == [link(20, .input), link(20)])
  }
}
