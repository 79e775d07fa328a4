/// Bytes of files as in the specification, written independently of the code under test.
enum FileBytes {
  /// A header and a chunk for each track.
  static func file(
    format: UInt8 = 0, division: [UInt8] = [0, 96], announced: Int? = nil, _ tracks: [UInt8]...
  ) -> [UInt8] {
    file(format: format, division: division, announced: announced, tracks)
  }

  /// A header and a chunk for each track.
  static func file(
    format: UInt8, division: [UInt8], announced: Int? = nil, _ tracks: [[UInt8]]
  ) -> [UInt8] {
    let count = announced ?? tracks.count
    let header = [0, format, UInt8(count >> 8), UInt8(count & 0xFF)] + division
    return chunk("MThd", header) + tracks.flatMap { chunk("MTrk", $0) }
  }

  /// A chunk: its name, its length, its bytes.
  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
    return Array(name.utf8) + length + bytes
  }

  /// A variable-length quantity.
  static func quantity(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : marked(value >> 7) + [UInt8(value & 0x7F)]
  }

  private static func marked(_ value: Int) -> [UInt8] {
    (value < 128 ? [] : marked(value >> 7)) + [UInt8(value & 0x7F) | 0x80]
  }

  /// An immediate end of track.
  static let end: [UInt8] = [0, 0xFF, 0x2F, 0]
}
