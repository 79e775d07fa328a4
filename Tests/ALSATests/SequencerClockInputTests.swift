import ALSASequencer
import CALSA
import Foundation
import MIDI
import MusicalTime
import Ports
import Testing

extension ALSATests {
  @Suite(.serialized) struct ClockInput {
    private func disconnection(of source: String, at port: String = "clock-in") -> SequencerEvent {
      .disconnected(source: source, destination: "Ghostnote:\(port)")
    }

    private func source(_ peer: Peer) -> MessageSource {
      .alsaClock(client: peer.address.client, port: peer.address.port)
    }

    @Test func `aconnect lists clock-in as port 3, a writable port`() throws {
      let rig = try Rig()
      #expect(rig.client.ports.clockInput == 3)
      let listed = try run("/usr/bin/aconnect", "-o").components(separatedBy: "client ")
      let own = try #require(listed.first { $0.hasPrefix("\(rig.client.number):") })
      #expect(own.contains("0 'in"))
      #expect(own.contains("3 'clock-in"))
      #expect(!own.contains("watch"))
      let sources = try run("/usr/bin/aconnect", "-i")
      #expect(!sources.contains("clock-in"))
    }

    @Test func `clock-in receives clock, transport and song position, and nothing else`() throws {
      let rig = try Rig()
      let peer = try Peer("DAW")
      try run("/usr/bin/aconnect", "DAW:0", "Ghostnote:3")
      #expect(rig.reports(rig.clockConnection(from: "DAW:port")))
      try peer.play(note: 36)
      try peer.send(SND_SEQ_EVENT_CONTROLLER, value: 64)
      try peer.send(SND_SEQ_EVENT_SONGPOS, value: 16_383)
      try peer.send(SND_SEQ_EVENT_START)
      try peer.send(SND_SEQ_EVENT_SENSING)
      try peer.send(SND_SEQ_EVENT_CLOCK)
      try peer.play(note: 38)
      try peer.send(SND_SEQ_EVENT_STOP)
      try peer.send(SND_SEQ_EVENT_CONTINUE)
      let messages = rig.messages(5)
      #expect(
        messages.map(\.message)
          == [.songPosition(16_383), .start, .timingClock, .stop, .continue])
      #expect(messages.allSatisfy { $0.source == source(peer) && $0.source.isClockInput })
      #expect(rig.client.statistics.received == 5)
    }

    @Test func `messages of both ports carry their port's source`() throws {
      let rig = try Rig(connect: ["DAW"])
      rig.client.setClockSource(NamePattern("DAW"))
      let peer = try Peer("DAW")
      #expect(rig.reports(rig.connection(from: "DAW:port")))
      #expect(rig.reports(rig.clockConnection(from: "DAW:port")))
      try peer.send(SND_SEQ_EVENT_CLOCK)
      let messages = rig.messages(2)
      #expect(messages.map(\.message) == [.timingClock, .timingClock])
      let (byInput, byClock) = (
        MessageSource.alsa(client: peer.number, port: peer.address.port), source(peer)
      )
      #expect(Set(messages.map(\.source)) == [byInput, byClock])
    }

    @Test func `a tick has the kernel's timestamp, not the time of reading`() throws {
      let rig = try Rig()
      rig.client.setClockSource(NamePattern("DAW"))
      let peer = try Peer("DAW")
      #expect(rig.reports(rig.clockConnection(from: "DAW:port")))
      let before = HostTime.soon(milliseconds: -1)
      try peer.send(SND_SEQ_EVENT_CLOCK)
      let after = HostTime.soon(milliseconds: 1)
      let tick = try #require(rig.messages(1).first)
      #expect(before < tick.time && tick.time < after)
    }

    @Test func `a chosen clock that dies and returns with another number is connected again`()
      throws
    {
      let rig = try Rig()
      var peer: Peer? = try Peer("Module")
      let number = try #require(peer?.number)
      rig.client.setClockSource(NamePattern("Module:*"))
      #expect(rig.reports(rig.clockConnection(from: "Module:port")))
      peer = nil
      #expect(rig.reports(disconnection(of: "Module:port")))
      let squatters = try (0..<2).map { try Peer("Squatter \($0)") }
      let returned = try Peer("Module")
      #expect(returned.number != number)
      #expect(
        eventually { rig.events.count { $0 == rig.clockConnection(from: "Module:port") } == 2 })
      try returned.send(SND_SEQ_EVENT_CLOCK)
      // No All Notes Off is sent for a source that never played notes.
      let messages = rig.messages(1)
      #expect(messages.map(\.message) == [.timingClock])
      #expect(messages.map(\.source) == [source(returned)])
      withExtendedLifetime(squatters) {}
    }

    @Test
    func `another pattern disconnects the earlier source; nil keeps only a user's connections`()
      throws
    {
      let rig = try Rig()
      let (first, second, third) = (try Peer("First"), try Peer("Second"), try Peer("Third"))
      rig.client.setClockSource(NamePattern("First"))
      #expect(rig.reports(rig.clockConnection(from: "First:port")))
      try run("/usr/bin/aconnect", "Third:0", "Ghostnote:3")
      #expect(rig.reports(rig.clockConnection(from: "Third:port")))
      rig.client.setClockSource(NamePattern("Second"))
      #expect(rig.reports(disconnection(of: "First:port")))
      #expect(rig.reports(rig.clockConnection(from: "Second:port")))
      rig.client.setClockSource(nil)
      #expect(rig.reports(disconnection(of: "Second:port")))
      for peer in [first, second, third] { try peer.send(SND_SEQ_EVENT_CLOCK) }
      #expect(rig.messages(1).map(\.source) == [source(third)])
      rig.client.setClockSource(NamePattern("First"))
      #expect(
        eventually { rig.events.count { $0 == rig.clockConnection(from: "First:port") } == 2 })
    }

    @Test func `a wildcard matches neither Midi Through nor our own ports`() throws {
      let namesake = try Rig()
      let rig = try Rig()
      rig.client.setClockSource(NamePattern("*"))
      #expect(rig.reports(rig.clockConnection(from: "Virtual Raw MIDI 1-3:VirMIDI 1-3")))
      let sources = rig.events.compactMap { event in
        if case .connected(let source, _) = event { source } else { nil }
      }
      #expect(sources.count == 4)
      #expect(sources.allSatisfy { $0.hasPrefix("Virtual Raw MIDI") })
      rig.client.setClockSource(NamePattern("Midi Through"))
      #expect(rig.reports(rig.clockConnection(from: "Midi Through:Midi Through Port-0")))
      withExtendedLifetime(namesake) {}
    }
  }
}
