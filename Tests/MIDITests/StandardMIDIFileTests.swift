import MIDI
import MusicalTime
import Testing

/// Encoding and decoding of bytes.
@Suite struct StandardMIDIFileTests {
  typealias Track = StandardMIDIFile.Track
  typealias Event = StandardMIDIFile.Event

  @Test func `an empty file is a header and an end`() {
    let file = StandardMIDIFile(Track(end: Beats(4)))
    #expect(
      file.bytes == [
        0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0,
        0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 5,
        0x8F, 0x00, 0xFF, 0x2F, 0,  // 1920 ticks later
      ])
  }

  @Test func `events are sorted by beat, equal ones in their original order`() {
    let (kick, snare) = (note(36, 100), note(38, 90))
    var track = Track(end: Beats(1))
    track.add(note(36, 0), at: Beats(1, over: 2))
    track.add(kick, at: .zero)
    track.add(snare, at: .zero)
    #expect(track.events.map(\.content) == [kick, snare, note(36, 0)])
    #expect(
      StandardMIDIFile(track).bytes.suffix(18) == [
        0, 0x99, 36, 100, 0, 0x99, 38, 90, 0x81, 0x70, 0x99, 36, 0, 0x81, 0x70, 0xFF, 0x2F, 0,
      ])
    let shuffled = [Event(note(36, 0), at: Beats(1, over: 2)), Event(kick, at: .zero)]
    #expect(Track(shuffled + [Event(snare, at: .zero)], end: Beats(1)) == track)
  }

  static let rows: [(bytes: [UInt8], content: StandardMIDIFile.Content)] = [
    ([0x83, 38, 64], .message(ShortMessage(status: 0x83, data1: 38, data2: 64))),
    ([0x99, 36, 127], note(36, 127)),
    ([0xA9, 42, 5], .message(ShortMessage(status: 0xA9, data1: 42, data2: 5))),
    ([0xB9, 4, 90], .message(.controlChange(channel: 9, controller: 4, value: 90))),
    ([0xC9, 16], .message(ShortMessage(status: 0xC9, data1: 16))),
    ([0xD0, 77], .message(ShortMessage(status: 0xD0, data1: 77))),
    ([0xEF, 1, 64], .message(ShortMessage(status: 0xEF, data1: 1, data2: 64))),
    ([0xFF, 0x51, 3, 0x07, 0xA1, 0x20], .tempo(.standard)),
    ([0xFF, 0x51, 3, 0x07, 0x6A, 0x8B], tempo(123.45)),
    ([0xFF, 0x51, 3, 0x2D, 0xC6, 0xC0], tempo(20)),
    ([0xFF, 0x51, 3, 0x03, 0x0D, 0x40], tempo(300)),
    ([0xFF, 0x58, 4, 6, 3, 24, 8], .meter(Meter("6/8") ?? .fourFour)),
    ([0xFF, 0x58, 4, 255, 7, 24, 8], .meter(Meter(count: 255, unit: 128) ?? .fourFour)),
  ]

  @Test(arguments: rows)
  func `each kind of event is encoded and decoded`(
    bytes: [UInt8], content: StandardMIDIFile.Content
  ) throws {
    let track = Track([Event(content, at: Beats(1, over: 4))], end: Beats(1, over: 4))
    let whole = FileBytes.file([24] + bytes + FileBytes.end)
    let file = try StandardMIDIFile(bytes: whole)
    #expect(file.tracks == [track])
    #expect(file.bytes == whole)
  }

  @Test(
    arguments: [
      ("SysEx", [0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7]), ("escape", [0xF7, 1, 0xFA]),
      ("SysEx of no bytes", [0xF0, 0]), ("text", [0xFF, 0x01, 2, 0x90, 0x40]),
      ("key", [0xFF, 0x59, 2, 0, 0]), ("SMPTE offset", [0xFF, 0x54, 5, 0, 0, 0, 0, 0]),
      ("unknown meta of 130 bytes", [0xFF, 0x7D, 0x81, 2] + [UInt8](repeating: 0xFF, count: 130)),
    ] as [(String, [UInt8])])
  func `unsupported events are skipped, and their delta times count`(
    _ what: String, bytes: [UInt8]
  ) throws {
    let kick: [UInt8] = [48, 0x99, 36, 100]
    let file = try StandardMIDIFile(bytes: FileBytes.file([48] + bytes + kick + FileBytes.end))
    #expect(file.tracks == [Track([Event(Self.note(36, 100), at: Beats(1))])], "\(what)")
  }

  @Test func `running status continues, after a meta event too`() throws {
    let bytes = FileBytes.file(
      [0, 0x99, 36, 100, 0, 38, 90, 96, 36, 0, 0, 0xFF, 0x01, 0, 0, 38, 0] + FileBytes.end)
    let events = try StandardMIDIFile(bytes: bytes).tracks.flatMap(\.events)
    #expect(
      events.map(\.content) == [
        Self.note(36, 100), Self.note(38, 90), Self.note(36, 0), Self.note(38, 0),
      ])
    #expect(events.map(\.beat) == [.zero, .zero, Beats(1), Beats(1)])
  }

  @Test func `names are kept, in UTF-8 or Latin-1, the first of several`() throws {
    func name(_ bytes: [UInt8]) throws -> String? {
      let track = [0, 0xFF, 3, UInt8(bytes.count)] + bytes + [0, 0xFF, 3, 1, 0x58] + FileBytes.end
      return try StandardMIDIFile(bytes: FileBytes.file(track)).tracks.first?.name
    }
    #expect(try name(Array("Schlagzeug für zwei".utf8)) == "Schlagzeug für zwei")
    #expect(try name([0x66, 0xFC, 0x72]) == "für")
    let named = StandardMIDIFile(Track(name: "für"))
    #expect(try StandardMIDIFile(bytes: named.bytes) == named)
  }

  @Test func `a delta time longer than a quantity is split`() throws {
    let track = Track([Event(Self.note(36, 1), at: Beats(600_000))], end: Beats(1_200_001))
    let file = StandardMIDIFile(track)
    #expect(try StandardMIDIFile(bytes: file.bytes) == file)
  }

  @Test func `system messages are not written`() throws {
    let track = Track([Event(.message(.start), at: .zero), Event(Self.note(36, 1), at: Beats(1))])
    let back = try StandardMIDIFile(bytes: StandardMIDIFile(track).bytes)
    #expect(back.tracks.map(\.events) == [[Event(Self.note(36, 1), at: Beats(1))]])
  }

  private static func note(_ number: UInt8, _ velocity: UInt8) -> StandardMIDIFile.Content {
    .message(.noteOn(channel: 9, note: number, velocity: velocity))
  }

  private func note(_ number: UInt8, _ velocity: UInt8) -> StandardMIDIFile.Content {
    Self.note(number, velocity)
  }

  private static func tempo(_ bpm: Double) -> StandardMIDIFile.Content {
    .tempo(BeatDuration(Tempo(clampingBPM: bpm)))
  }
}
