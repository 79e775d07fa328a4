import MIDI
import MusicalTime
import Testing

/// Formats, divisions, and the arrangement of tracks and chunks.
@Suite struct LayoutTests {
  private typealias Track = StandardMIDIFile.Track
  private let kick: [UInt8] = [96, 0x99, 36, 100]
  private let snare: [UInt8] = [48, 0x99, 38, 100]
  private let slow: [UInt8] = [0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40]
  private let fast: [UInt8] = [96, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90]

  @Test func `tracks of format 1 are merged`() throws {
    let bytes = FileBytes.file(
      format: 1, slow + FileBytes.end, kick + FileBytes.end,
      snare + [96] + FileBytes.end.dropFirst())
    let file = try StandardMIDIFile(bytes: bytes)
    #expect(file.format == .together && file.tracks.count == 3)
    let song = try #require(file.songs.first)
    #expect(file.songs.count == 1)
    #expect(song.events.compactMap(\.message?.data1) == [38, 36])
    #expect(song.end == Beats(3, over: 2))
    #expect(TempoMap(song).tempo(at: .zero).bpm == 60)
    #expect(file.bytes == bytes)
  }

  @Test func `tracks of format 2 are separate songs`() throws {
    let bytes = FileBytes.file(format: 2, slow + kick + FileBytes.end, snare + FileBytes.end)
    let file = try StandardMIDIFile(bytes: bytes)
    #expect(file.songs == file.tracks)
    #expect(file.songs.map { TempoMap($0).tempo(at: Beats(1)).bpm } == [60, 120])
    #expect(file.bytes == bytes)
  }

  @Test func `format 0 with two tracks is read as format 1`() throws {
    let bytes = FileBytes.file(kick + FileBytes.end, snare + FileBytes.end)
    let file = try StandardMIDIFile(bytes: bytes)
    #expect(file.format == .together)
    #expect(file.bytes[9] == 1)
  }

  @Test func `unknown chunks, longer headers and what follows the tracks are skipped`() throws {
    let header = FileBytes.chunk("MThd", [0, 1, 0, 2, 0, 96, 1, 2, 3])
    let strange = FileBytes.chunk("XFIH", [1, 2, 3, 4])
    let tracks = [kick, snare].map { FileBytes.chunk("MTrk", $0 + FileBytes.end + [0xFF]) }
    let file = try StandardMIDIFile(
      bytes: header + strange + tracks[0] + strange + tracks[1] + [0x4D, 0x54])
    #expect(file.tracks.flatMap(\.events).compactMap(\.message?.data1) == [36, 38])
  }

  @Test func `a track without an end ends with its last event`() throws {
    let file = try StandardMIDIFile(bytes: FileBytes.file(kick))
    #expect(file.tracks.map(\.end) == [Beats(1)])
  }

  @Test(
    arguments: [
      ([0xE8, 100], 24.0), ([0xE7, 40], 25), ([0xE3, 80], 30_000.0 / 1001), ([0xE2, 80], 30),
    ] as [([UInt8], Double)])
  func `a tick of time code is a length of time`(division: [UInt8], frames: Double) throws {
    // A frame at 60 bpm, then two at 240.
    let ticks = FileBytes.quantity(Int(division[1]))
    let track = slow + ticks + fast.dropFirst() + ticks + kick.dropFirst()
    let bytes = FileBytes.file(division: division, track + ticks + [0x99, 38, 100] + FileBytes.end)
    let file = try StandardMIDIFile(bytes: bytes)
    let events = file.tracks.flatMap(\.events)
    let beats = [0, 1 / frames, 1 / frames + 4 / frames, 1 / frames + 8 / frames]
    #expect(
      zip(events, beats).allSatisfy { abs($0.beat.inBeats - $1) < 3 / Double(Beats.unitsPerBeat) })
    #expect(events.count == 4)
    let song = try #require(file.songs.first)
    #expect(abs(TempoMap(song).seconds(at: song.end) - 3 / frames) < 1e-6)
    #expect(file.bytes == bytes)
  }

  @Test func `ticks of time code follow the tempi of all tracks`() throws {
    // Both kicks are a second long: a beat at 60 bpm, then four at the 240 bpm of the other track.
    let second = FileBytes.quantity(2400)
    let kicks = slow + second + kick.dropFirst() + second + kick.dropFirst()
    let tempi = second + fast.dropFirst()
    let bytes = FileBytes.file(
      format: 1, division: [0xE8, 100], kicks + FileBytes.end, tempi + FileBytes.end)
    let file = try StandardMIDIFile(bytes: bytes)
    let beats = file.tracks.first?.events.filter { $0.message != nil }.map(\.beat)
    #expect(beats == [Beats(1), Beats(5)])
    #expect(file.bytes == bytes)
  }

  @Test func `tempo and meter apply from their beat on`() throws {
    let waltz: [UInt8] = [0, 0xFF, 0x58, 4, 3, 2, 24, 8]
    let track = slow + fast + waltz + [96, 0xFF, 0x2F, 0]
    let song = try #require(try StandardMIDIFile(bytes: FileBytes.file(track)).songs.first)
    let (tempi, meters) = (TempoMap(song), MeterMap(song))
    let beats = [Beats.zero, Beats(1), Beats(2)]
    #expect(beats.map { tempi.tempo(at: $0).bpm } == [60, 240, 240])
    #expect(beats.map { tempi.seconds(at: $0) } == [0, 1, 1.25])
    #expect(beats.map { meters.meter(at: $0).description } == ["4/4", "3/4", "3/4"])
    #expect(TempoMap(Track()).seconds(at: Beats(4)) == 2)
  }

  @Test(arguments: [24, 96, 480, 960, 32_767])
  func `every tick is an exact beat if it divides, else the nearest unit`(ticks: Int) throws {
    let division = [UInt8(ticks >> 8), UInt8(ticks & 0xFF)]
    let track = FileBytes.quantity(12_345) + [0x99, 36, 1] + FileBytes.end
    let file = try StandardMIDIFile(bytes: FileBytes.file(division: division, track))
    #expect(file.tracks.first?.end == Beats(12_345, over: Int64(ticks)))
  }
}
