import Ports
import Testing

@Suite struct SequencerPatchbayTests {
  private func peer(
    _ client: UInt8, _ name: String, port: String = "midi", isSource: Bool = true,
    isReserved: Bool = false
  ) -> SequencerPatchbay.Peer {
    SequencerPatchbay.Peer(
      address: SequencerPatchbay.Address(client: client, port: 0), clientName: name, portName: port,
      isSource: isSource, isReserved: isReserved)
  }

  private func patchbay(_ patterns: String...) -> SequencerPatchbay {
    SequencerPatchbay(patterns: patterns.map { NamePattern($0) }, ownName: "Ghostnote")
  }

  private func link(_ own: SequencerPatchbay.OwnPort, _ client: UInt8)
    -> SequencerPatchbay.Connection
  {
    SequencerPatchbay.Connection(own: own, peer: SequencerPatchbay.Address(client: client, port: 0))
  }

  @Test func `a source that a pattern matches is connected when it appears, once`() {
    var patchbay = patchbay("TD-*")
    #expect(patchbay.portAppeared(peer(20, "TD-17")) == [link(.input, 20)])
    #expect(patchbay.portAppeared(peer(20, "TD-17")) == [])
    #expect(patchbay.portAppeared(peer(21, "Piano")) == [])
    #expect(patchbay.portAppeared(peer(22, "TD-27", isSource: false)) == [])
  }

  @Test func `reserved ports and our namesakes want an exact name`() {
    var wildcard = patchbay("*")
    #expect(wildcard.portAppeared(peer(14, "Midi Through", isReserved: true)) == [])
    #expect(wildcard.portAppeared(peer(130, "Ghostnote", port: "out")) == [])
    var exact = patchbay("Midi Through", "Ghostnote:out")
    #expect(
      exact.portAppeared(peer(14, "Midi Through", isReserved: true)) == [link(.input, 14)])
    #expect(exact.portAppeared(peer(130, "Ghostnote", port: "out")) == [link(.input, 130)])
  }

  @Test func `a device that returns under another number is connected again`() {
    var patchbay = patchbay("Pad")
    _ = patchbay.portAppeared(peer(20, "Pad"))
    #expect(patchbay.clientVanished(20) == [link(.input, 20)])
    #expect(patchbay.portAppeared(peer(24, "Pad")) == [link(.input, 24)])
    #expect(
      patchbay.portVanished(SequencerPatchbay.Address(client: 24, port: 0)) == [link(.input, 24)])
  }

  @Test func `what was wired by hand is wired again, both ways`() {
    var patchbay = patchbay()
    #expect(patchbay.portAppeared(peer(20, "Synth")) == [])
    patchbay.connected(link(.notes, 20))
    patchbay.connected(link(.clock, 20))
    patchbay.connected(link(.clock, 20))
    #expect(patchbay.clientVanished(20) == [link(.notes, 20), link(.clock, 20)])
    #expect(patchbay.portAppeared(peer(31, "Other")) == [])
    #expect(patchbay.portAppeared(peer(32, "Synth")) == [link(.notes, 32), link(.clock, 32)])
  }

  @Test func `what was cut by hand stays cut until the device returns`() {
    var patchbay = patchbay("Pad*")
    _ = patchbay.portAppeared(peer(20, "Pad"))
    patchbay.disconnected(link(.input, 20))
    #expect(patchbay.portAppeared(peer(20, "Pad 2")) == [])
    #expect(patchbay.clientVanished(20) == [])
    #expect(patchbay.portAppeared(peer(21, "Pad")) == [link(.input, 21)])
  }

  @Test(arguments: [false, true])
  func `a cut ends with the device that it was made for, also where the next has its address`(
    isPortAlone: Bool
  ) {
    func unplug(_ client: UInt8, _ patchbay: inout SequencerPatchbay) {
      if isPortAlone {
        _ = patchbay.portVanished(SequencerPatchbay.Address(client: client, port: 0))
      } else {
        _ = patchbay.clientVanished(client)
      }
    }
    for returning in ["Pad", "Pad 2"] {
      var patchbay = patchbay("Pad*")
      for client in UInt8(20)...21 { _ = patchbay.portAppeared(peer(client, "Pad")) }
      patchbay.disconnected(link(.input, 20))
      // Another device that leaves lifts nothing.
      unplug(21, &patchbay)
      #expect(patchbay.portAppeared(peer(20, "Pad renamed")) == [])
      unplug(20, &patchbay)
      #expect(patchbay.portAppeared(peer(20, returning)) == [link(.input, 20)])
    }
    var clock = patchbay()
    _ = clock.setClockSource(NamePattern("DAW"))
    #expect(clock.portAppeared(peer(20, "DAW")) == [link(.clockInput, 20)])
    clock.disconnected(link(.clockInput, 20))
    unplug(20, &clock)
    #expect(clock.portAppeared(peer(20, "DAW")) == [link(.clockInput, 20)])
    // No pattern asks for what was wired by hand.
    var wired = patchbay()
    _ = wired.portAppeared(peer(20, "Synth"))
    wired.connected(link(.notes, 20))
    wired.disconnected(link(.notes, 20))
    unplug(20, &wired)
    #expect(wired.portAppeared(peer(20, "Synth")) == [])
  }

  @Test func `two devices of one name keep a wire each`() {
    var patchbay = patchbay()
    for client in UInt8(20)...21 {
      _ = patchbay.portAppeared(peer(client, "Pad"))
      patchbay.connected(link(.input, client))
    }
    _ = (patchbay.clientVanished(20), patchbay.clientVanished(21))
    #expect(patchbay.portAppeared(peer(30, "Pad")) == [link(.input, 30)])
    #expect(patchbay.portAppeared(peer(31, "Pad")) == [link(.input, 31)])
    #expect(patchbay.portAppeared(peer(32, "Pad")) == [])
  }

  @Test func `a wire follows its device's new name`() {
    var patchbay = patchbay()
    _ = patchbay.portAppeared(peer(20, "Client-20"))
    patchbay.connected(link(.notes, 20))
    _ = patchbay.portAppeared(peer(20, "Synth"))
    _ = patchbay.clientVanished(20)
    #expect(patchbay.portAppeared(peer(40, "Client-20")) == [])
    #expect(patchbay.portAppeared(peer(41, "Synth")) == [link(.notes, 41)])
  }

  @Test func `a connection that failed is tried when the device returns, not before`() {
    var patchbay = patchbay("Pad")
    _ = patchbay.portAppeared(peer(20, "Pad"))
    patchbay.failed(link(.input, 20))
    #expect(patchbay.portAppeared(peer(20, "Pad")) == [])
    _ = patchbay.clientVanished(20)
    #expect(patchbay.portAppeared(peer(21, "Pad")) == [link(.input, 21)])
  }

  @Test func `memory is bounded, and the oldest goes first`() {
    var patchbay = patchbay()
    for number in 0..<(SequencerPatchbay.memory + 10) {
      _ = patchbay.portAppeared(peer(20, "Passer-by \(number)"))
      patchbay.connected(link(.notes, 20))
      _ = patchbay.clientVanished(20)
    }
    #expect(patchbay.portAppeared(peer(50, "Passer-by 9")) == [])
    #expect(patchbay.portAppeared(peer(51, "Passer-by 10")) == [link(.notes, 51)])
  }

  @Test func `another Ghostnote is taken by its exact name only, and by a mere listener`() {
    let other = SequencerPatchbay.Peer(
      address: SequencerPatchbay.Address(client: 130, port: 1), clientName: "B", portName: "out",
      isSource: true, isReserved: false, kind: .ghostnote)
    let taken = SequencerPatchbay.Connection(own: .input, peer: other.address)
    var star = patchbay("*", "B:*")
    #expect(star.portAppeared(other) == [])
    #expect(star.setClockSource(NamePattern("*")).connect == [])
    var exact = patchbay("B:out")
    #expect(exact.portAppeared(other) == [taken])
    var listener = SequencerPatchbay(patterns: [], ownName: "Monitor", sendsNothing: true)
    #expect(listener.portAppeared(other) == [])
    #expect(listener.setClockSource(NamePattern("B*")).connect.map(\.own) == [.clockInput])
  }

  @Test func `a monitor that comes again hears nothing of what its predecessor asked for`() {
    var patchbay = patchbay()
    func monitor(_ client: UInt8) -> SequencerPatchbay.Peer {
      SequencerPatchbay.Peer(
        address: SequencerPatchbay.Address(client: client, port: 0), clientName: "Ghostnote clock",
        portName: "clock-in", isSource: false, isReserved: false, kind: .monitor)
    }
    _ = patchbay.portAppeared(monitor(20))
    patchbay.connected(link(.clock, 20))
    #expect(patchbay.clientVanished(20) == [link(.clock, 20)])
    #expect(patchbay.portAppeared(monitor(21)) == [])
  }

  @Test func `the sources that are there are known by name`() {
    var patchbay = patchbay()
    _ = patchbay.portAppeared(peer(20, "Pad", port: "out"))
    _ = patchbay.portAppeared(peer(21, "Synth", isSource: false))
    #expect(patchbay.sourceNames == ["Pad:out"])
    _ = patchbay.clientVanished(20)
    #expect(patchbay.sourceNames == [])
  }
}
