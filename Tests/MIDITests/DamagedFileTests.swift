import GhostnoteTesting
import MIDI
import Testing

/// Truncated, damaged or malicious files: refused with the offset.
@Suite struct DamagedFileTests {
  typealias Reason = StandardMIDIFileError.Reason

  /// Tracks begin at byte 22.
  static let tracks: [(bytes: [UInt8], offset: Int, problem: Reason)] = [
    ([0], 23, .cutOff(needed: 1, left: 0)),
    ([0, 0x99, 36], 25, .cutOff(needed: 1, left: 0)),
    ([0, 36, 100], 23, .dataWithoutStatus(36)),
    ([0, 0x99, 0x99, 100], 24, .statusInMessage(0x99)),
    ([0, 0x99, 36, 0xFF], 25, .statusInMessage(0xFF)),
    ([0, 0xF8], 23, .systemMessage(0xF8)),
    ([0, 0xFE, 0x99, 36, 1], 23, .systemMessage(0xFE)),
    ([0x80, 0x80, 0x80, 0x80, 0, 0x99], 22, .longQuantity),
    ([0, 0xF0, 0x87, 0x68, 1, 0xF7], 26, .cutOff(needed: 1000, left: 2)),
    ([0, 0xFF, 0x01, 0xFF, 0xFF, 0xFF, 0x7F], 29, .cutOff(needed: 0xFFF_FFFF, left: 0)),
    ([0, 0xFF, 0x51, 2, 1, 2], 26, .metaLength(kind: 0x51, 2)),
    ([0, 0xFF, 0x51, 3, 0, 0, 0], 26, .impossibleTempo),
    ([0, 0xFF, 0x58, 1, 4], 26, .metaLength(kind: 0x58, 1)),
    ([0, 0xFF, 0x58, 4, 4, 200, 24, 8], 26, .impossibleMeter(count: 4, halvings: 200)),
    ([0, 0xFF, 0x58, 4, 0, 2, 24, 8], 26, .impossibleMeter(count: 0, halvings: 2)),
  ]

  @Test(arguments: tracks)
  func `a damaged track is refused at the byte`(bytes: [UInt8], offset: Int, problem: Reason) {
    let error = StandardMIDIFileError(offset: offset, problem: problem)
    #expect(throws: error) { try StandardMIDIFile(bytes: FileBytes.file(bytes)) }
    #expect("\(error)".hasPrefix("byte \(offset): "))
  }

  static let wholes: [(bytes: [UInt8], offset: Int, problem: Reason)] = [
    ([], 0, .noHeader),
    (Array("{\"name\": 1}".utf8), 0, .noHeader),
    (Array("MThd".utf8), 4, .cutOff(needed: 4, left: 0)),
    (FileBytes.chunk("MThd", [0, 0, 0, 1]), 8, .shortHeader(4)),
    (FileBytes.file(format: 3, []), 8, .unknownFormat(3)),
    (FileBytes.file(division: [0, 0], []), 12, .impossibleDivision(0)),
    (FileBytes.file(division: [0xE5, 80], []), 12, .impossibleDivision(0xE550)),
    (FileBytes.file(division: [0xE8, 0], []), 12, .impossibleDivision(0xE800)),
    (
      FileBytes.file(format: 1, announced: 65_535, FileBytes.end), 26,
      .missingTracks(announced: 65_535, found: 1)
    ),
    (
      Array(FileBytes.file([0, 0x99, 36, 100] + FileBytes.end).dropLast(3)), 22,
      .cutOff(needed: 8, left: 5)
    ),
  ]

  @Test(arguments: wholes)
  func `a damaged file is refused at the byte`(bytes: [UInt8], offset: Int, problem: Reason) {
    #expect(throws: StandardMIDIFileError(offset: offset, problem: problem)) {
      try StandardMIDIFile(bytes: bytes)
    }
  }

  @Test func `ticks beyond the supported range are refused`() {
    let text: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x01, 0]
    let long = (0..<4000).flatMap { _ in text } + FileBytes.end
    #expect(throws: StandardMIDIFileError(offset: 22, problem: .tooLong)) {
      try StandardMIDIFile(bytes: FileBytes.file(division: [0, 1], long))
    }
    let fastest: [UInt8] = [0, 0xFF, 0x51, 3, 0, 0, 1]
    #expect(throws: StandardMIDIFileError(offset: 22, problem: .tooLong)) {
      try StandardMIDIFile(bytes: FileBytes.file(division: [0xE8, 1], fastest + long))
    }
  }

  @Test func `a truncated file is refused at or before the cut`() throws {
    var random = SplitMix64(seed: 4)
    let whole = RandomFile(using: &random).bytes
    #expect(throws: Never.self) { try StandardMIDIFile(bytes: whole) }
    for length in whole.indices {
      let error = #expect(throws: StandardMIDIFileError.self) {
        try StandardMIDIFile(bytes: Array(whole[..<length]))
      }
      #expect(try #require(error).offset <= length)
    }
  }

  @Test(arguments: 0..<20)
  func `random bytes are refused or read, and what is read survives writing`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var (readable, refused) = (0, 0)
    for _ in 0..<200 {
      var bytes = RandomFile(using: &random).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          [0, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      let result = Result { () throws(StandardMIDIFileError) in
        try StandardMIDIFile(bytes: bytes)
      }
      switch result {
      case .success(let file):
        readable += 1
        #expect(try StandardMIDIFile(bytes: file.bytes) == file)
      case .failure(let error):
        refused += 1
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(readable > 0 && refused > 0)
  }
}
