/// A position in a byte array from which numbers are read, never past the end.
struct ByteCursor {
  private let bytes: [UInt8]
  /// Index of the next byte.
  private(set) var offset: Int
  /// One past the last byte that may be read.
  let end: Int

  /// A cursor at the first of `bytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Bytes not yet read.
  var left: Int { end - offset }

  /// The next byte, without consuming it.
  func peeked() throws(StandardMIDIFileError) -> UInt8 {
    guard offset < end else { throw error(.cutOff(needed: 1, left: 0)) }
    return bytes[offset]
  }

  /// Reads a byte.
  mutating func byte() throws(StandardMIDIFileError) -> UInt8 {
    let byte = try peeked()
    offset += 1
    return byte
  }

  /// Reads the next `count` bytes as a cursor of their own.
  mutating func part(_ count: Int) throws(StandardMIDIFileError) -> ByteCursor {
    guard count <= left else { throw error(.cutOff(needed: count, left: left)) }
    defer { offset += count }
    return ByteCursor(bytes, offset..<offset + count)
  }

  /// Reads `count` bytes, at most four, as one big-endian number.
  mutating func number(_ count: Int) throws(StandardMIDIFileError) -> Int {
    var digits = try part(count)
    var value = 0
    while digits.left > 0 { value = try value << 8 | Int(digits.byte()) }
    return value
  }

  /// Reads a variable-length quantity: seven bits per byte, most significant first; all bytes but
  /// the last have the top bit set; at most four bytes.
  mutating func quantity() throws(StandardMIDIFileError) -> Int {
    let start = self
    var value = 0
    for _ in 0..<4 {
      let byte = try byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    throw start.error(.longQuantity)
  }

  /// Reads the remaining bytes as text: UTF-8, or Latin-1 (used by old files) if they are not valid
  /// UTF-8.
  mutating func text() -> String {
    defer { offset = end }
    let rest = bytes[offset..<end]
    return String(validating: rest, as: UTF8.self)
      ?? String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) }))
  }

  /// An error with `problem` at the current offset.
  func error(_ problem: StandardMIDIFileError.Reason) -> StandardMIDIFileError {
    StandardMIDIFileError(offset: offset, problem: problem)
  }
}
