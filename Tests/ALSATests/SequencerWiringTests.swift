import ALSASequencer
import MIDI
import Ports
import Testing

extension ALSATests {
  @Suite(.serialized) struct Rewiring {
    @Test func `a client that dies and returns with another number is connected again`() throws {
      let rig = try Rig(connect: ["Module:*"])
      var peer: Peer? = try Peer("Module")
      let number = try #require(peer?.number)
      #expect(rig.reports(rig.connection(from: "Module:port")))
      // Takes the free number, or the next one.
      let squatters = try (0..<2).map { try Peer("Squatter \($0)") }
      peer = nil
      #expect(rig.reports(.disconnected(source: "Module:port", destination: "Ghostnote:in")))
      let other = try Peer("Other")
      peer = try Peer("Module")
      #expect(peer?.number != number)
      #expect(
        eventually { rig.events.count { $0 == rig.connection(from: "Module:port") } == 2 })
      try peer?.play(note: 51)
      #expect(
        rig.messages(2).last?.message == .noteOn(channel: 9, note: 51, velocity: 100))
      withExtendedLifetime((squatters, other)) {}
    }

    @Test func `a client that sets its name late is connected then`() throws {
      let rig = try Rig(connect: ["Late*"])
      let peer = try Peer("Client-42")
      peer.rename("Late Riser")
      #expect(rig.reports(rig.connection(from: "Late Riser:port")))
    }

    @Test func `connections made by a user are restored by name, in both directions`() throws {
      let rig = try Rig()
      var peer: Peer? = try Peer("Synth", port: "midi")
      try run("/usr/bin/aconnect", "Synth:0", "Ghostnote:\(rig.input.port)")
      try run("/usr/bin/aconnect", "Ghostnote:\(rig.notes.port)", "Synth:0")
      try run("/usr/bin/aconnect", "Ghostnote:\(rig.clock.port)", "Synth:0")
      let made: [SequencerEvent] = [
        rig.connection(from: "Synth:midi"),
        .connected(source: "Ghostnote:out", destination: "Synth:midi"),
        .connected(source: "Ghostnote:clock", destination: "Synth:midi"),
      ]
      for event in made { #expect(rig.reports(event)) }
      let number = peer?.number
      peer = nil
      #expect(rig.reports(.disconnected(source: "Synth:midi", destination: "Ghostnote:in")))
      let squatter = try Peer("Squatter")
      let returned = try Peer("Synth", port: "midi")
      #expect(squatter.number == number || returned.number != number)
      #expect(eventually { made.allSatisfy { event in rig.events.count { $0 == event } == 2 } })
      rig.send(.start, at: .soon(milliseconds: -1), from: .clock)
      rig.send(.noteOn(channel: 9, note: 42, velocity: 80), at: .soon(milliseconds: 0))
      #expect(returned.heard { $0.count >= 2 }.count { $0.isOn && $0.note == 42 } == 1)
    }

    @Test func `a connection removed by a user stays removed until the device returns`() throws {
      let rig = try Rig(connect: ["Drum*"])
      var peer: Peer? = try Peer("Drums")
      #expect(rig.reports(rig.connection(from: "Drums:port")))
      try run("/usr/bin/aconnect", "-d", "Drums:0", "Ghostnote:\(rig.input.port)")
      #expect(rig.reports(.disconnected(source: "Drums:port", destination: "Ghostnote:in")))
      // Another announcement about the same port does not connect it.
      peer?.rename("Drums 2")
      let other = try Peer("Drummer")
      #expect(rig.reports(rig.connection(from: "Drummer:port")))
      #expect(!rig.events.contains(rig.connection(from: "Drums 2:port")))
      peer = nil
      peer = try Peer("Drums")
      #expect(
        eventually { rig.events.count { $0 == rig.connection(from: "Drums:port") } == 2 })
      withExtendedLifetime((peer, other)) {}
    }
  }
}
