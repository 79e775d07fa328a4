import Ports
import Testing

@Suite struct WiringTests {
  private func peer(
    _ client: UInt8, _ name: String, port: String = "midi", isSource: Bool = true,
    isReserved: Bool = false
  ) -> Wiring.Peer {
    Wiring.Peer(
      address: Wiring.Address(client: client, port: 0), clientName: name, portName: port,
      isSource: isSource, isReserved: isReserved)
  }

  private func wiring(_ patterns: String...) -> Wiring {
    Wiring(patterns: patterns.map { NamePattern($0) }, ownName: "Ghostnote")
  }

  private func link(_ own: Wiring.OwnPort, _ client: UInt8) -> Wiring.Connection {
    Wiring.Connection(own: own, peer: Wiring.Address(client: client, port: 0))
  }

  @Test func `a source that a pattern matches is connected when it appears, once`() {
    var wiring = wiring("TD-*")
    #expect(wiring.portAppeared(peer(20, "TD-17")) == [link(.input, 20)])
    #expect(wiring.portAppeared(peer(20, "TD-17")) == [])
    #expect(wiring.portAppeared(peer(21, "Piano")) == [])
    #expect(wiring.portAppeared(peer(22, "TD-27", isSource: false)) == [])
  }

  @Test func `reserved ports and our namesakes want an exact name`() {
    var wildcard = wiring("*")
    #expect(wildcard.portAppeared(peer(14, "Midi Through", isReserved: true)) == [])
    #expect(wildcard.portAppeared(peer(130, "Ghostnote", port: "out")) == [])
    var exact = wiring("Midi Through", "Ghostnote:out")
    #expect(
      exact.portAppeared(peer(14, "Midi Through", isReserved: true)) == [link(.input, 14)])
    #expect(exact.portAppeared(peer(130, "Ghostnote", port: "out")) == [link(.input, 130)])
  }

  @Test func `a device that returns under another number is connected again`() {
    var wiring = wiring("Pad")
    _ = wiring.portAppeared(peer(20, "Pad"))
    #expect(wiring.clientVanished(20) == [link(.input, 20)])
    #expect(wiring.portAppeared(peer(24, "Pad")) == [link(.input, 24)])
    #expect(wiring.portVanished(Wiring.Address(client: 24, port: 0)) == [link(.input, 24)])
  }

  @Test func `what was wired by hand is wired again, both ways`() {
    var wiring = wiring()
    #expect(wiring.portAppeared(peer(20, "Synth")) == [])
    wiring.connected(link(.notes, 20))
    wiring.connected(link(.clock, 20))
    wiring.connected(link(.clock, 20))
    #expect(wiring.clientVanished(20) == [link(.notes, 20), link(.clock, 20)])
    #expect(wiring.portAppeared(peer(31, "Other")) == [])
    #expect(wiring.portAppeared(peer(32, "Synth")) == [link(.notes, 32), link(.clock, 32)])
  }

  @Test func `what was cut by hand stays cut until the device returns`() {
    var wiring = wiring("Pad*")
    _ = wiring.portAppeared(peer(20, "Pad"))
    wiring.disconnected(link(.input, 20))
    #expect(wiring.portAppeared(peer(20, "Pad 2")) == [])
    #expect(wiring.clientVanished(20) == [])
    #expect(wiring.portAppeared(peer(21, "Pad")) == [link(.input, 21)])
  }

  @Test func `two devices of one name keep a wire each`() {
    var wiring = wiring()
    for client in UInt8(20)...21 {
      _ = wiring.portAppeared(peer(client, "Pad"))
      wiring.connected(link(.input, client))
    }
    _ = (wiring.clientVanished(20), wiring.clientVanished(21))
    #expect(wiring.portAppeared(peer(30, "Pad")) == [link(.input, 30)])
    #expect(wiring.portAppeared(peer(31, "Pad")) == [link(.input, 31)])
    #expect(wiring.portAppeared(peer(32, "Pad")) == [])
  }

  @Test func `a wire follows its device's new name`() {
    var wiring = wiring()
    _ = wiring.portAppeared(peer(20, "Client-20"))
    wiring.connected(link(.notes, 20))
    _ = wiring.portAppeared(peer(20, "Synth"))
    _ = wiring.clientVanished(20)
    #expect(wiring.portAppeared(peer(40, "Client-20")) == [])
    #expect(wiring.portAppeared(peer(41, "Synth")) == [link(.notes, 41)])
  }

  @Test func `a connection that failed is tried when the device returns, not before`() {
    var wiring = wiring("Pad")
    _ = wiring.portAppeared(peer(20, "Pad"))
    wiring.failed(link(.input, 20))
    #expect(wiring.portAppeared(peer(20, "Pad")) == [])
    _ = wiring.clientVanished(20)
    #expect(wiring.portAppeared(peer(21, "Pad")) == [link(.input, 21)])
  }

  @Test func `memory is bounded, and the oldest goes first`() {
    var wiring = wiring()
    for number in 0..<(Wiring.memory + 10) {
      _ = wiring.portAppeared(peer(20, "Passer-by \(number)"))
      wiring.connected(link(.notes, 20))
      _ = wiring.clientVanished(20)
    }
    #expect(wiring.portAppeared(peer(50, "Passer-by 9")) == [])
    #expect(wiring.portAppeared(peer(51, "Passer-by 10")) == [link(.notes, 51)])
  }

  @Test func `another Ghostnote is taken by its exact name only, and by a mere listener`() {
    let other = Wiring.Peer(
      address: Wiring.Address(client: 130, port: 1), clientName: "B", portName: "out",
      isSource: true, isReserved: false, kind: .ghostnote)
    let taken = Wiring.Connection(own: .input, peer: other.address)
    var star = wiring("*", "B:*")
    #expect(star.portAppeared(other) == [])
    #expect(star.setClockSource(NamePattern("*")).connect == [])
    var exact = wiring("B:out")
    #expect(exact.portAppeared(other) == [taken])
    var listener = Wiring(patterns: [], ownName: "Monitor", sendsNothing: true)
    #expect(listener.portAppeared(other) == [])
    #expect(listener.setClockSource(NamePattern("B*")).connect.map(\.own) == [.clockInput])
  }

  @Test func `a monitor that comes again hears nothing of what its predecessor asked for`() {
    var wiring = wiring()
    func monitor(_ client: UInt8) -> Wiring.Peer {
      Wiring.Peer(
        address: Wiring.Address(client: client, port: 0), clientName: "Ghostnote clock",
        portName: "clock-in", isSource: false, isReserved: false, kind: .monitor)
    }
    _ = wiring.portAppeared(monitor(20))
    wiring.connected(link(.clock, 20))
    #expect(wiring.clientVanished(20) == [link(.clock, 20)])
    #expect(wiring.portAppeared(monitor(21)) == [])
  }

  @Test func `the sources that are there are known by name`() {
    var wiring = wiring()
    _ = wiring.portAppeared(peer(20, "Pad", port: "out"))
    _ = wiring.portAppeared(peer(21, "Synth", isSource: false))
    #expect(wiring.sourceNames == ["Pad:out"])
    _ = wiring.clientVanished(20)
    #expect(wiring.sourceNames == [])
  }
}
