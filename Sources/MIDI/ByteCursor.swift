/// A place in bytes from which numbers are read, never past its end.
struct ByteCursor {
  private let bytes: [UInt8]
  /// The next byte's.
  private(set) var offset: Int
  /// Behind the last byte that may be read.
  let end: Int

  /// At the beginning of `bytes`.
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

  /// The next byte, without taking it.
  func peeked() throws(StandardMIDIFileError) -> UInt8 {
    guard offset < end else { throw error(.cutOff(needed: 1, left: 0)) }
    return bytes[offset]
  }

  /// Takes a byte.
  mutating func byte() throws(StandardMIDIFileError) -> UInt8 {
    let byte = try peeked()
    offset += 1
    return byte
  }

  /// Takes the next `count` bytes as a cursor of their own.
  mutating func part(_ count: Int) throws(StandardMIDIFileError) -> ByteCursor {
    guard count <= left else { throw error(.cutOff(needed: count, left: left)) }
    defer { offset += count }
    return ByteCursor(bytes, offset..<offset + count)
  }

  /// Takes `count` bytes, at most four, as one number, the highest first.
  mutating func number(_ count: Int) throws(StandardMIDIFileError) -> Int {
    var digits = try part(count)
    var value = 0
    while digits.left > 0 { value = try value << 8 | Int(digits.byte()) }
    return value
  }

  /// Takes a variable-length quantity: seven bits a byte, all but the last marked, at most four.
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

  /// Takes all that is left as text: UTF-8, or else Latin-1, which old files are written in.
  mutating func text() -> String {
    defer { offset = end }
    let rest = bytes[offset..<end]
    return String(validating: rest, as: UTF8.self)
      ?? String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) }))
  }

  /// `problem` at this place.
  func error(_ problem: StandardMIDIFileError.Problem) -> StandardMIDIFileError {
    StandardMIDIFileError(offset: offset, problem: problem)
  }
}
