import MIDI
import Testing

@Suite struct ShortMessageTests {
  @Test(arguments: [
    (0x80...0xBF, 3), (0xC0...0xDF, 2), (0xE0...0xEF, 3), (0xF0...0xF0, 0), (0xF1...0xF1, 2),
    (0xF2...0xF2, 3), (0xF3...0xF3, 2), (0xF4...0xF5, 0), (0xF6...0xF6, 1), (0xF7...0xF7, 0),
    (0xF8...0xFF, 1), (0x00...0x7F, 0),
  ])
  func `every status byte has the right message length`(statuses: ClosedRange<Int>, length: Int) {
    for status in statuses {
      #expect(ShortMessage(status: UInt8(status)).length == length)
    }
  }

  @Test func `song position is two groups of seven bits, least significant first`() {
    let rows: [(Int, [UInt8])] = [
      (0, [0xF2, 0, 0]), (1, [0xF2, 1, 0]), (127, [0xF2, 127, 0]), (128, [0xF2, 0, 1]),
      (16_383, [0xF2, 127, 127]),
    ]
    for (sixteenths, bytes) in rows {
      let message = ShortMessage.songPosition(sixteenths)
      #expect([message.status, message.data1, message.data2] == bytes)
      #expect(message.songPosition == sixteenths)
    }
  }

  @Test func `data bytes never carry a status bit`() {
    let message = ShortMessage(status: 0x99, data1: 0xFF, data2: 0x80)
    #expect(message.data1 == 127)
    #expect(message.data2 == 0)
    #expect(ShortMessage.noteOn(channel: 25, note: 38, velocity: 100).status == 0x99)
  }

  @Test func `kind drops the channel of channel messages and of no other`() {
    #expect(ShortMessage(status: 0x99).kind == 0x90)
    #expect(ShortMessage(status: 0x99).channel == 9)
    #expect(ShortMessage.start.kind == 0xFA)
    #expect(ShortMessage.stop.kind == 0xFC)
    #expect(ShortMessage.noteOff(channel: 9, note: 42).kind == 0x80)
  }
}
