import Ports
import Testing

@testable import JACKClient

/// A device that both ALSA and JACK show is connected through ALSA.
@Suite struct MirroredPortTests {
  /// A port as a bridge shows it.
  struct Bridged: Sendable, CustomStringConvertible {
    let description: String
    let name: String
    var aliases: [String] = []

    var port: JACKPort {
      JACKPort(
        name: name, aliases: aliases, isInput: false, isMIDI: true, isPhysical: true,
        isTerminal: true, connections: [])
    }
  }

  /// The names and aliases that each bridge creates for TD-17's "TD-17 MIDI 1", client 24.
  static let bridged = [
    Bridged(
      description: "PipeWire 0.3.48 and 0.3.65", name: "Midi-Bridge:TD-17:(capture_0) TD-17 MIDI 1",
      aliases: ["alsa:seq:default:client_24:capture_0", "TD-17:TD-17 MIDI 1"]),
    Bridged(
      description: "PipeWire 1.0, which fills no aliases",
      name: "Midi-Bridge:TD-17 at usb-0000:00:14.0-1, full speed:(capture_0) TD-17 MIDI 1"),
    Bridged(description: "PipeWire 1.4", name: "Midi-Bridge:[24:0] TD-17 MIDI 1 (capture)"),
    Bridged(
      description: "PipeWire with a node of another name", name: "Drums:TD-17 MIDI 1 (capture)",
      aliases: ["alsa:seq:default:client_24:capture_0", "TD-17:TD-17 MIDI 1"]),
    Bridged(
      description: "jackd -X seq", name: "system:midi_capture_1",
      aliases: ["alsa_pcm:TD-17/midi_capture_1", "TD-17:midi/capture_1"]),
    Bridged(description: "a2jmidid", name: "a2j:TD-17 [24] (capture): TD-17 MIDI 1"),
    Bridged(description: "a2jmidid -u", name: "a2j:TD-17 (capture): TD-17 MIDI 1"),
    Bridged(description: "jack1's own", name: "alsa_midi:TD-17 [24] (capture): TD-17 MIDI 1"),
    Bridged(
      description: "an unknown bridge", name: "bridge:port_3",
      aliases: ["TD-17:TD-17 MIDI 1"]),
  ]

  private func asked(
    _ pattern: String, of port: JACKPort, alsa sources: Set<String>?
  ) -> [Wire] {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    configuration.sources = [NamePattern(pattern)]
    if let sources { configuration.alsaSources = { sources } }
    var patchbay = JACKPatchbay(configuration)
    return patchbay.look(client: "ghostnote", ports: [port]).toConnect
  }

  private func wire(from port: JACKPort) -> Wire {
    Wire(own: "midi_in", peer: port.name, isOutgoing: false)
  }

  @Test(arguments: bridged, ["TD-17*", "TD-17", "*TD-17*", "*", "TD-17:TD-17 MIDI 1"])
  func `a device in ALSA's sequencer is not also connected through its bridge`(
    bridged: Bridged, pattern: String
  ) {
    #expect(asked(pattern, of: bridged.port, alsa: ["TD-17:TD-17 MIDI 1"]) == [])
  }

  @Test(arguments: bridged)
  func `without ALSA MIDI the bridged port is used`(bridged: Bridged) {
    #expect(asked("*", of: bridged.port, alsa: nil) == [wire(from: bridged.port)])
  }

  @Test(arguments: bridged)
  func `the exact name of a bridged port connects it`(bridged: Bridged) {
    #expect(
      asked(bridged.name, of: bridged.port, alsa: ["TD-17:TD-17 MIDI 1"])
        == [wire(from: bridged.port)])
  }

  @Test func `a bridge's spelling of a name matches the same pattern`() {
    let bridged = Bridged(
      description: "", name: "bridge:1", aliases: ["My-Pad -2-:port-1"])
    #expect(asked("*", of: bridged.port, alsa: ["My.Pad #2#:port+1"]) == [])
    #expect(asked("*", of: bridged.port, alsa: ["Other:port 1"]) == [wire(from: bridged.port)])
  }

  @Test func `a port that only JACK has is connected`() {
    let others = [
      Bridged(description: "a program", name: "ardour:MIDI Clock out"),
      Bridged(description: "a network", name: "bluez_midi.server:out"),
      // jackd's raw driver opens the device exclusively: the sequencer cannot subscribe to it.
      Bridged(
        description: "jackd -X raw", name: "system:midi_capture_1",
        aliases: ["in-hw-1-0-0-TD-17-MIDI-1"]),
    ]
    for other in others {
      #expect(
        asked("*", of: other.port, alsa: ["TD-17:TD-17 MIDI 1"]) == [wire(from: other.port)],
        "\(other)")
    }
  }

  @Test func `a wildcard connects no Ghostnote of any name, unless we only listen`() {
    let other = Bridged(description: "of the same session", name: "ghostnote.nEFGH:midi_out")
    func found(_ pattern: String, sends: Bool) -> [Wire] {
      var configuration = JACKConfiguration()
      configuration.clientName = "ghostnote.nABCD"
      configuration.connectsPhysicalOutputs = false
      configuration.sources = [NamePattern(pattern)]
      if !sends { (configuration.notesOutput, configuration.clockOutput) = (nil, nil) }
      var patchbay = JACKPatchbay(configuration)
      return patchbay.look(client: "ghostnote.nABCD", ports: [other.port]).toConnect
    }
    for pattern in ["*", "ghost*", "Ghostnote.n?FGH:*"] {
      #expect(found(pattern, sends: true) == [], "\(pattern)")
      #expect(found(pattern, sends: false) == [wire(from: other.port)], "\(pattern)")
    }
    #expect(found("ghostnote.nEFGH:midi_out", sends: true) == [wire(from: other.port)])
    #expect(other.port.isReserved(for: "ghostnote.nABCD", alsaSources: nil))
  }

  @Test func `a clock pattern leaves a bridged clock to ALSA as well`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    configuration.alsaSources = { ["TD-17:TD-17 MIDI 1"] }
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("*TD-17*"))
    for bridged in Self.bridged {
      #expect(
        patchbay.look(client: "ghostnote", ports: [bridged.port]).toConnect == [], "\(bridged)")
    }
  }
}
