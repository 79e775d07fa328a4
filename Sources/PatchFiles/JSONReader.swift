/// Reads JSON (RFC 8259) strictly; an error has its place and what was expected there.
///
/// Foundation's readers give no reliable line number, lose the order of members and keep only one
/// of two members with the same key: the usual mistakes in a file edited by hand.
package struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var count = 0

  /// Most nested lists and objects; a patch needs five.
  static let deepest = 64
  /// Most values in all: each takes about 60 bytes of memory, and two bytes of text.
  static let most = 1 << 20

  /// The single value in `bytes` (valid UTF-8).
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.peek == nil else { throw reader.expected("the end of the file") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    guard count < Self.most else { throw error(.tooMany) }
    count += 1
    switch peek {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return .number(try number())
    default: return try word()
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.deepest else { throw error(.tooDeep) }
    depth += 1
    index += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      let start = index
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
      let key = try string()
      guard keys.insert(key).inserted else { throw error(.repeatedKey(key), at: start) }
      skipBlanks()
      guard take(":") else { throw expected("a colon after the key “\(key)”") }
      members.append(JSONValue.Member(key: key, value: try value()))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw expected("a comma or }") }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array([]) }
    repeat {
      elements.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw expected("a comma or ]") }
    return .array(elements)
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    let words: [(String, JSONValue)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, value) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    throw expected("a value")
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text) else { throw expected("a number", at: start) }
    return number
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    guard index > start else { throw expected("a digit") }
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw expected("a closing quote on the same line") }
      index += 1
      if byte == UInt8(ascii: "\\") {
        text += String(try escaped()).utf8
      } else {
        text.append(byte)
      }
    }
    guard take("\"") else { throw expected("a closing quote") }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    let plain: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
      ("r", "\r"), ("t", "\t"),
    ]
    for (letter, meaning) in plain where take(letter) { return meaning }
    guard take("u") else { throw expected("one of \" \\ / b f n r t u after \\") }
    let start = index
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Beyond 16 bits, JSON writes a pair of UTF-16 surrogates.
    if first < 0xDC00, take("\\"), take("u") {
      let second = try hexadecimal()
      // Only a low surrogate may be subtracted from.
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw expected("a character's code", at: start)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw expected("four hexadecimal digits after \\u") }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}

// MARK: Errors

extension JSONReader {
  private func expected(_ what: String, at place: Int? = nil) -> JSONError {
    let rest = String(decoding: bytes[(place ?? index)...].prefix(4), as: UTF8.self)
    let found = rest.first.map { character in
      if character.isNewline { return "the end of the line" }
      let isControl = rest.unicodeScalars.first?.properties.generalCategory == .control
      return isControl ? "a control character" : "“\(character)”"
    }
    return error(.expected(what, found: found ?? "the end of the file"), at: place)
  }

  private func error(_ problem: JSONError.Reason, at place: Int? = nil) -> JSONError {
    let before = bytes[..<(place ?? index)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return JSONError(line: line, column: column, problem: problem)
  }
}
