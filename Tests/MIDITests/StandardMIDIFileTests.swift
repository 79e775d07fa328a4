import MIDI
import MusicalTime
import Testing

@Suite struct StandardMIDIFileTests {
  @Test func `an empty file is a header, a tempo and an end`() {
    let file = StandardMIDIFile(tempo: .standard, end: Beats(4))
    #expect(
      file.bytes == [
        0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0,
        0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 12,
        0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20,  // 500 000 µs a beat
        0x8F, 0x00, 0xFF, 0x2F, 0,  // 1920 ticks later
      ])
  }

  @Test func `messages lie in the order of their beats, equals as they came`() {
    var file = StandardMIDIFile(tempo: .standard, end: Beats(1))
    file.add(.noteOff(channel: 9, note: 36), at: Beats(1, over: 2))
    file.add(.noteOn(channel: 9, note: 36, velocity: 100), at: .zero)
    file.add(.noteOn(channel: 9, note: 38, velocity: 90), at: .zero)
    #expect(file.events.map(\.message.data1) == [36, 38, 36])
    #expect(
      file.bytes.suffix(18) == [
        0, 0x99, 36, 100, 0, 0x99, 38, 90, 0x81, 0x70, 0x89, 36, 64, 0x81, 0x70, 0xFF, 0x2F, 0,
      ])
  }

  @Test(arguments: [
    (Tempo(clampingBPM: 123.45), [0x07, 0x6A, 0x8B] as [UInt8]),
    (Tempo(clampingBPM: 20), [0x2D, 0xC6, 0xC0]), (Tempo(clampingBPM: 300), [0x03, 0x0D, 0x40]),
  ])
  func `the tempo is in microseconds a beat`(tempo: Tempo, bytes: [UInt8]) {
    let file = StandardMIDIFile(tempo: tempo, end: .zero)
    #expect(Array(file.bytes[26..<29]) == bytes)
  }
}
