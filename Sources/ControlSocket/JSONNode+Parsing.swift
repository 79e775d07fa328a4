extension JSONNode {
  /// The JSON value that is all of `text`; nil where it is none, or is nested more than 64 deep.
  public init?(parsing text: String) {
    var parser = JSONParser(bytes: Array(text.utf8))
    guard let value = parser.value(depth: 0), parser.isAtEnd() else { return nil }
    self = value
  }
}

/// Reads JSON (RFC 8259) from bytes.
private struct JSONParser {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private static let deepest = 64

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return place == bytes.count
  }

  mutating func value(depth: Int) -> JSONNode? {
    skipBlanks()
    guard place < bytes.count, depth < Self.deepest else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONNode? {
    place += 1
    var members: [String: JSONNode] = [:]
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard let key = string(), take(":"), let value = value(depth: depth + 1) else { return nil }
      members[key] = value
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array(_ depth: Int) -> JSONNode? {
    place += 1
    var elements: [JSONNode] = []
    if take("]") { return .array(elements) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      if take("]") { return .array(elements) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> JSONNode? {
    let start = place
    _ = skip("-")
    let isZero = skip("0")
    guard isZero || skipDigits() else { return nil }
    if skip("."), !skipDigits() { return nil }
    if skip("e") || skip("E") {
      if !skip("-") { _ = skip("+") }
      guard skipDigits() else { return nil }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return .number(text)
  }

  /// Passes over digits; false where there are none.
  private mutating func skipDigits() -> Bool {
    let start = place
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
    return place > start
  }

  /// Passes over `character`; false where another one, or nothing, follows.
  private mutating func skip(_ character: Character) -> Bool {
    guard place < bytes.count, bytes[place] == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func string() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return codePoint()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    default: return nil
    }
  }

  /// A code point in UTF-16 units: one of four digits, or two of them.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    place += 2
    guard let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<place + 4]
    place += 4
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func word(_ word: String, _ value: JSONNode) -> JSONNode? {
    guard bytes[place...].starts(with: word.utf8) else { return nil }
    place += word.utf8.count
    return value
  }

  private mutating func take(_ character: Character) -> Bool {
    skipBlanks()
    return skip(character)
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }
}
