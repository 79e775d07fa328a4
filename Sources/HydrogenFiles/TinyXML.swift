/// Documents that Hydrogen wrote by TinyXML, up to 0.9.3: without an XML declaration, and with the bytes
/// of the locale's encoding above 127 as `&#xHH;`.
enum TinyXML {
  /// Whether a document has no XML declaration, after a byte order mark.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    // A document in UTF-16 has a mark of its own, and a declaration.
    guard let first = rest.first, first < 0xFE else { return false }
    return !rest.starts(with: Array("<?xml".utf8))
  }

  /// The same in UTF-8: the encoding was UTF-8 where the bytes are valid as such, else Latin-1.
  static func converted(_ bytes: [UInt8]) -> [UInt8] {
    var raw: [UInt8] = []
    raw.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = byte(at: index, in: bytes) {
        raw.append(byte)
        index += 6
      } else {
        raw.append(bytes[index])
        index += 1
      }
    }
    if String(validating: raw, as: UTF8.self) != nil { return raw }
    return raw.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
  }

  /// The byte that `&#xHH;` at `index` stands for; nil for anything else, and for ASCII.
  private static func byte(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "&"), index + 6 <= bytes.count,
      bytes[index..<index + 3].elementsEqual("&#x".utf8), bytes[index + 5] == UInt8(ascii: ";")
    else { return nil }
    let digits = String(decoding: bytes[index + 3..<index + 5], as: UTF8.self)
    return UInt8(digits, radix: 16).flatMap { $0 < 0x80 ? nil : $0 }
  }
}
