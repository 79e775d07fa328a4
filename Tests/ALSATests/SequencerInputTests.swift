import ALSASequencer
import CALSA
import Foundation
import MIDI
import Ports
import Testing

/// All tests that need the kernel's sequencer: one after the other, because `*` matches all
/// clients.
@Suite(.serialized, .enabled(if: Sequencer.isRequired || Sequencer.isThere))
struct ALSATests {
  init() throws {
    try #require(
      Sequencer.isThere,
      "WITH_ALSA is set, but no sequencer is there, or card 1 is not VirMIDI: use Tests/with-alsa")
  }
}

extension ALSATests {
  @Suite(.serialized) struct Input {
    @Test func `four ports are visible, with the flags of a software synthesizer`() throws {
      let rig = try Rig()
      let ports = try SequencerPorts.list().filter { $0.client == rig.client.number }
      let visible = ports.filter { !$0.isReserved }
      #expect(visible.map(\.portName) == ["in", "out", "clock", "clock-in"])
      #expect(visible.allSatisfy { $0.clientName == "Ghostnote" })
      let sends = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
      let receives = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
      #expect(visible.map(\.capabilities) == [receives, sends, sends, receives])
      let type = UInt32(
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_MIDI_GM
          | SND_SEQ_PORT_TYPE_SYNTHESIZER | SND_SEQ_PORT_TYPE_SOFTWARE
          | SND_SEQ_PORT_TYPE_APPLICATION)
      #expect(visible.allSatisfy { $0.type == type })
    }

    @Test func `bytes from a device arrive as messages in order, with timestamps`() throws {
      let rig = try Rig(connect: ["*:VirMIDI 1-0"])
      #expect(rig.reports(rig.connection(from: "Virtual Raw MIDI 1-0:VirMIDI 1-0")))
      let pad = try Pad(0)
      for note in UInt8(36)..<60 { pad.write([0x99, note, 100]) }
      pad.write([0xF8, 0xFA, 0xF2, 0x10, 0x01, 0xB9, 4, 90, 0xFC])
      let messages = rig.messages(29)
      #expect(
        messages.prefix(24).map(\.message)
          == (36..<60).map { .noteOn(channel: 9, note: $0, velocity: 100) })
      #expect(
        messages.dropFirst(24).map(\.message) == [
          .timingClock, .start, .songPosition(0x90),
          .controlChange(channel: 9, controller: 4, value: 90), .stop,
        ])
      let times = messages.map(\.time)
      #expect(times == times.sorted())
      #expect(times.allSatisfy { $0 < .soon(milliseconds: 1) })
      #expect(times.allSatisfy { $0 > .soon(milliseconds: -4_000) })
    }

    @Test func `events on a connection made with aconnect are timestamped like our own`() throws {
      let rig = try Rig()
      let peer = try Peer("Hand", port: "pads")
      try run("/usr/bin/aconnect", "Hand:0", "Ghostnote:\(rig.input.port)")
      #expect(rig.reports(rig.connection(from: "Hand:pads")))
      try peer.play(note: 38)
      let message = try #require(rig.messages(1).first)
      #expect(message.message == .noteOn(channel: 9, note: 38, velocity: 100))
      // Long after the event, as reading was delayed.
      usleep(50_000)
      #expect(message.time < .soon(milliseconds: -40))
    }

    @Test func `a wildcard matches neither the system, nor Midi Through, nor our own ports`() throws
    {
      let namesake = try Rig()
      let rig = try Rig(connect: ["*"])
      #expect(rig.reports(rig.connection(from: "Virtual Raw MIDI 1-3:VirMIDI 1-3")))
      let sources = rig.events.compactMap { event in
        if case .connected(let source, _) = event { source } else { nil }
      }
      #expect(sources.allSatisfy { $0.hasPrefix("Virtual Raw MIDI") })
      #expect(sources.count == 4)
      #expect(try SequencerPorts.clients(named: "Ghostnote").count == 2)
      withExtendedLifetime(namesake) {}
    }

    @Test func `an exact name matches Midi Through`() throws {
      let rig = try Rig(connect: ["Midi Through"])
      #expect(rig.reports(rig.connection(from: "Midi Through:Midi Through Port-0")))
    }

    @Test func `when a source disappears its notes are ended`() throws {
      let rig = try Rig(connect: ["Pad"])
      var peer: Peer? = try Peer("Pad")
      #expect(rig.reports(rig.connection(from: "Pad:port")))
      try peer?.play(note: 40)
      peer = nil
      #expect(
        rig.messages(2).map(\.message) == [
          .noteOn(channel: 9, note: 40, velocity: 100),
          .controlChange(channel: 9, controller: 123, value: 0),
        ])
      #expect(
        rig.reports(.disconnected(source: "Pad:port", destination: "Ghostnote:in")))
    }

    @Test func `SysEx floods and invalid bytes are dropped and counted, and notes still arrive`()
      throws
    {
      let rig = try Rig(connect: ["*:VirMIDI 1-1"])
      #expect(rig.reports(rig.connection(from: "Virtual Raw MIDI 1-1:VirMIDI 1-1")))
      let pad = try Pad(1)
      for _ in 0..<20 { pad.write([0xF0] + Array(repeating: 0x55, count: 1_000) + [0xF7]) }
      pad.write([0x12, 0x99, 0xF4, 0xFE, 0xF9, 0xB9, 0xF0, 0x01, 0x02, 0xF7])
      pad.write([0x99, 50, 1])
      let last = ShortMessage.noteOn(channel: 9, note: 50, velocity: 1)
      var messages: [ShortMessage] = []
      _ = eventually {
        messages += rig.messages(0).map(\.message)
        return messages.last == last
      }
      #expect(messages.last == last)
      #expect(rig.client.statistics.sysExDropped >= 20)
      #expect(
        eventually {
          rig.events.contains { if case .dropped(_, .sysEx) = $0 { true } else { false } }
        })
    }

    @Test func `messages that a full ring cannot take are dropped and counted, and held notes end`()
      throws
    {
      let rig = try Rig(connect: ["Flood"], inputCapacity: 16)
      let peer = try Peer("Flood")
      #expect(rig.reports(rig.connection(from: "Flood:port")))
      for _ in 0..<1_000 { try? peer.play(note: 36) }
      #expect(
        eventually {
          let counts = rig.client.statistics
          return counts.received + counts.overruns >= 1_000 && counts.inputDropped == 984
        })
      // Note-offs may have been lost: as soon as there is space, sounding notes are ended.
      let messages = rig.messages(17)
      #expect(messages.count == 17)
      #expect(messages.prefix(16).allSatisfy { $0.message.kind == 0x90 })
      #expect(
        messages.last?.message == .controlChange(channel: 9, controller: 123, value: 0))
    }
  }
}

/// A VirMIDI raw port: bytes written to it arrive in the sequencer as from a device.
final class Pad {
  private let descriptor: Int32

  init(_ index: Int) throws {
    try #require(Sequencer.hasVirMIDI, "card 1 is not VirMIDI: run the tests by Tests/with-alsa")
    descriptor = unsafe open("/dev/snd/midiC1D\(index)", O_WRONLY)
    try #require(descriptor >= 0, "no VirMIDI port \(index)")
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) { _ = unsafe Glibc.write(descriptor, bytes, bytes.count) }
}
