import Testing

@testable import SoundFonts

@Suite struct RIFFTests {
  @Test func `an odd chunk is padded, and its length does not count the pad`() {
    var body = RIFF()
    body.append(UInt8(7))
    #expect(RIFF.chunk("abcd", body).bytes == [97, 98, 99, 100, 1, 0, 0, 0, 7, 0])
  }

  @Test func `text ends in one or two zeros so that its length is even`() {
    #expect(RIFF.text("INAM", "ab").bytes.dropFirst(4) == [4, 0, 0, 0, 97, 98, 0, 0])
    #expect(RIFF.text("INAM", "abc").bytes.dropFirst(4) == [4, 0, 0, 0, 97, 98, 99, 0])
  }

  @Test func `numbers are little-endian`() {
    var row = RIFF()
    row.append(UInt16(0x1234))
    row.append(UInt32(0x1234_5678))
    row.append([Int16(-2)])
    #expect(row.bytes == [0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0xFE, 0xFF])
  }

  @Test func `a name fills twenty bytes and always ends in zero`() {
    var row = RIFF()
    row.append(name: "A name that is far too long")
    #expect(row.bytes.count == 20)
    #expect(row.bytes.last == 0)
    #expect(row.bytes.first == 65)
  }

  @Test func `a list counts its name and its chunks`() {
    let list = RIFF.list("INFO", [.chunk("abcd", RIFF())])
    #expect(list.bytes.prefix(12) == [76, 73, 83, 84, 12, 0, 0, 0, 73, 78, 70, 79])
    #expect(list.bytes.count == 20)
  }
}
