import CALSA
import Ports
import Testing

@testable import ALSASequencer

/// The meaning of a port's capability bits.
@Suite struct SequencerEntryTests {
  /// READ, WRITE, SUBS_READ and SUBS_WRITE.
  private static let both: UInt32 = 1 << 0 | 1 << 1 | 1 << 5 | 1 << 6
  private static let inactive: UInt32 = 1 << 8
  private static let endpoint: UInt32 = 1 << 9

  private func entry(
    _ capabilities: UInt32, client: UInt8 = 24, port: String = "Group 1", type: UInt32 = 0
  ) -> SequencerPorts.Entry {
    SequencerPorts.Entry(
      client: client, clientName: "Keystage", port: 1, portName: port, isKernel: false,
      capabilities: capabilities, type: type)
  }

  private func isTaken(_ entry: SequencerPorts.Entry, by pattern: String) -> Bool {
    SequencerPatchbay(patterns: [NamePattern(pattern)], ownName: "Ghostnote").isAskedFor(entry.peer)
  }

  @Test func `a MIDI 2 device is connected by its groups, and not by its endpoint too`() {
    #expect(isTaken(entry(Self.both), by: "Keystage*"))
    let whole = entry(Self.both | Self.endpoint, port: "MIDI 2.0")
    #expect(!isTaken(whole, by: "Keystage*"))
    #expect(!isTaken(whole, by: "*"))
    #expect(isTaken(whole, by: "Keystage:MIDI 2.0"))
  }

  @Test func `a disabled group is not a source`() {
    let off = entry(Self.both | Self.inactive)
    #expect(!off.isSource && !off.isDestination && off.isHidden)
    #expect(!isTaken(off, by: "Keystage:Group 1"))
  }

  @Test func `a port without subscription or with NO_EXPORT is hidden`() {
    #expect(!entry(Self.both).isHidden)
    #expect(entry(1 << 1).isHidden)
    #expect(entry(1 << 1 | 1 << 7).isHidden)
    #expect(entry(Self.both | 1 << 7).isHidden)
    #expect(entry(Self.both | 1 << 7).isReserved)
    #expect(entry(1 << 0 | 1 << 5, client: 0).isReserved)
  }

  @Test func `the bits equal those in alsa-lib's header`() {
    let bits = [
      (SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ, SequencerPorts.Capability.source),
      (SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE, .destination),
      (SND_SEQ_PORT_CAP_NO_EXPORT, .notExported),
    ]
    for (theirs, ours) in bits { #expect(UInt32(theirs) == ours.rawValue) }
  }

  @Test func `a Ghostnote is recognised by its ports, whatever its name`() {
    let out = entry(1 << 0 | 1 << 5, port: "out", type: PortRole.sends.type)
    #expect(out.kind == .ghostnote)
    #expect(!isTaken(out, by: "*"))
    #expect(!isTaken(out, by: "Key*:out"))
    #expect(isTaken(out, by: "Keystage:out"))
    #expect(entry(1 << 0 | 1 << 5, port: "out").kind == .ordinary)
    #expect(entry(Self.both, port: "in", type: PortRole.monitors.type).kind == .monitor)
  }
}
