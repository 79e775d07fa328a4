import ALSASequencer
import CALSA
import Commands
import Foundation
import GhostnoteTesting
import MIDI
import Ports
import Shell
import Testing

/// Untrusted clients and messages.
extension ALSATests {
  @Suite(.serialized) struct Trust {
    @Test func `an announcement from another client than the system is ignored`() throws {
      let rig = try Rig(connect: ["Pad"])
      let pad = try Peer("Pad")
      #expect(rig.reports(rig.connection(from: "Pad:port")))
      let forger = try Peer("Forger")
      let watch = try #require(
        try SequencerPorts.list().first { $0.client == rig.client.number && $0.portName == "watch" }
      )
      try forger.announce(
        SND_SEQ_EVENT_CLIENT_EXIT, about: pad.address,
        to: SequencerPatchbay.Address(client: watch.client, port: watch.port))
      // Messages are processed in order: this one comes after it.
      try pad.play(note: 40)
      #expect(rig.messages(1).map(\.message) == [.noteOn(channel: 9, note: 40, velocity: 100)])
      #expect(
        !rig.events.contains(.disconnected(source: "Pad:port", destination: "Ghostnote:in")))
    }

    @Test func `a client connected to itself does not receive its own messages`() throws {
      let rig = try Rig()
      try run(
        "/usr/bin/aconnect", "\(rig.client.number):\(rig.notes.port)",
        "\(rig.client.number):\(rig.input.port)")
      #expect(rig.reports(rig.connection(from: "\(rig.client.number):\(rig.notes.port)")))
      let pad = try Peer("Pad")
      try run("/usr/bin/aconnect", "Pad:0", "\(rig.client.number):\(rig.input.port)")
      #expect(rig.reports(rig.connection(from: "Pad:port")))
      rig.send(.noteOn(channel: 9, note: 36, velocity: 90), at: .soon(milliseconds: 0))
      #expect(eventually { rig.client.statistics.sent == 1 })
      // Enough time for the queue's timer to deliver it.
      usleep(20_000)
      try pad.play(note: 41)
      #expect(rig.messages(1).map(\.message) == [.noteOn(channel: 9, note: 41, velocity: 100)])
    }

    @Test func `a star does not connect two Ghostnotes with different names`() throws {
      let rigs = try ["A", "B"].map { try Rig(name: $0, connect: ["*"]) }
      // Both have seen each other once both are connected to a device that appeared later.
      let pad = try Peer("Pad")
      for rig in rigs { #expect(rig.reports(rig.connection(from: "Pad:port"))) }
      for (rig, other) in [(rigs[0], "B:"), (rigs[1], "A:")] {
        let fromOther = rig.events.filter { event in
          if case .connected(let source, _) = event { source.hasPrefix(other) } else { false }
        }
        #expect(fromOther == [])
      }
      let named = try Rig(name: "C", connect: ["A:out"])
      #expect(named.reports(named.connection(from: "A:out")))
      withExtendedLifetime((rigs, pad)) {}
    }

    @Test func `a name is shown without control characters`() throws {
      let rig = try Rig(connect: ["*Pad*"])
      let pad = try Peer("Pad\n\u{1B}[2J")
      #expect(rig.reports(rig.connection(from: "Pad\u{FFFD}\u{FFFD}[2J:port")))
      #expect(rig.client.sources.contains("Pad\u{FFFD}\u{FFFD}[2J:port"))
      withExtendedLifetime(pad) {}
    }

    @Test
    func `a monitor that waits for its clock is not connected to an earlier monitor's source`()
      throws
    {
      let daemon = try Daemon(["rock", "--play"])
      func monitor(_ port: String) throws -> Spawned.Outcome {
        try GhostnoteProgram.start(
          ["clock", "monitor", "--port", port, "--seconds", "3"]
        ).finish()
      }
      let first = try monitor("Ghost*:clock")
      #expect(first.status == 0, "\(first.errors)")
      let second = try monitor("Nope*")
      #expect(second.status == 1, "\(second.output)")
      #expect(second.errors.contains("no source matches 'Nope*' yet"))
      #expect(!second.errors.contains("connected Ghostnote:clock"))
      #expect(daemon.session.end().status == 0)
    }

    @Test func `events due while the process was stopped are skipped`() throws {
      let daemon = try Daemon(["rock", "--play"])
      let peer = try Peer("Follower")
      let queue = try peer.startQueue()
      try peer.listen(to: daemon.address(of: "clock"), stampedBy: queue)
      var ticks = peer.heard { $0.count(where: \.isClock) > 24 }
      kill(daemon.session.program.process.id, SIGSTOP)
      usleep(3_000_000)
      ticks += peer.heard()
      kill(daemon.session.program.process.id, SIGCONT)
      ticks += peer.heard { $0.count(where: \.isClock) > 24 }
      // 116 bpm are 46 ticks per second: 139 were due in the gap.
      let stamps = ticks.filter(\.isClock).map { $0.stamp.nanoseconds }
      let gap = try #require(
        zip(stamps, stamps.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 }?.1)
      let soonAfter = stamps.count { $0 >= gap && $0 < gap + 100_000_000 }
      #expect(soonAfter <= 12, "\(soonAfter) ticks in 100 ms")
      #expect(daemon.session.end().status == 0)
    }
  }
}

extension Peer {
  /// Sends an announcement about `subject` directly to `port`, as only the system does.
  fileprivate func announce(
    _ type: snd_seq_event_type, about subject: SequencerPatchbay.Address,
    to port: SequencerPatchbay.Address
  ) throws {
    var event = unsafe snd_seq_event_t()
    unsafe event.type = snd_seq_event_type_t(type.rawValue)
    unsafe event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    unsafe event.source.port = address.port
    unsafe event.dest = snd_seq_addr_t(client: port.client, port: port.port)
    unsafe event.data.addr = snd_seq_addr_t(client: subject.client, port: subject.port)
    let result = unsafe snd_seq_event_output_direct(pointer, &event)
    try #require(result >= 0)
  }
}
