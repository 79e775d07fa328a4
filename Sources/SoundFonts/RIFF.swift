/// Bytes in RIFF format: little-endian, chunks padded to even length.
struct RIFF {
  private(set) var bytes: [UInt8] = []

  /// A chunk of `body`, padded to an even length.
  static func chunk(_ name: String, _ body: RIFF) -> RIFF {
    var chunk = RIFF()
    chunk.append(ascii: name)
    chunk.append(UInt32(body.bytes.count))
    chunk.append(body)
    if !body.bytes.count.isMultiple(of: 2) { chunk.append(UInt8(0)) }
    return chunk
  }

  /// A list of chunks under a name; `as` is RIFF for the whole file.
  static func list(_ name: String, as kind: String = "LIST", _ chunks: [RIFF]) -> RIFF {
    var body = RIFF()
    body.append(ascii: name)
    for chunk in chunks { body.append(chunk) }
    return .chunk(kind, body)
  }

  /// A zero-terminated text chunk.
  static func text(_ name: String, _ text: String) -> RIFF {
    var body = RIFF()
    body.append(ascii: text)
    body.append(UInt8(0))
    if !body.bytes.count.isMultiple(of: 2) { body.append(UInt8(0)) }
    return .chunk(name, body)
  }

  mutating func append(_ value: UInt8) { bytes.append(value) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(_ value: UInt32) {
    append(UInt16(truncatingIfNeeded: value))
    append(UInt16(truncatingIfNeeded: value >> 16))
  }

  mutating func append(_ samples: [Int16]) {
    var body = [UInt8](repeating: 0, count: 2 * samples.count)
    for n in 0..<samples.count {
      let bits = UInt16(bitPattern: samples[n])
      body[2 * n] = UInt8(truncatingIfNeeded: bits)
      body[2 * n + 1] = UInt8(truncatingIfNeeded: bits >> 8)
    }
    bytes.append(contentsOf: body)
  }

  mutating func append(ascii text: String) { bytes.append(contentsOf: text.utf8) }

  /// A SoundFont name: twenty bytes, the last always zero.
  mutating func append(name: String) {
    let text = name.utf8.prefix(19)
    bytes.append(contentsOf: text)
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 20 - text.count))
  }

  mutating func append(_ other: RIFF) { bytes.append(contentsOf: other.bytes) }

  static func zeros(_ count: Int) -> RIFF { RIFF().padded(to: count) }

  func followed(by other: RIFF) -> RIFF {
    var both = self
    both.append(other)
    return both
  }

  func padded(to count: Int) -> RIFF {
    var result = self
    while result.bytes.count < count { result.append(UInt8(0)) }
    return result
  }
}
