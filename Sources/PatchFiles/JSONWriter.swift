/// Writes JSON's numbers and strings; the patch decides on the layout.
enum JSONWriter {
  static func string(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": written += "\\\""
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case "\t": written += "\\t"
      case "\r": written += "\\r"
      case _ where scalar.value < 0x20:
        let code = String(scalar.value, radix: 16)
        written += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }

  /// The shortest text that reads back as the same number.
  static func number(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? String(Int64(number)) : "\(number)"
  }

  /// An integer, as a string where a reader that uses `Double` would lose precision.
  static func number(_ number: UInt64) -> String {
    number < 1 << 53 ? String(number) : "\"\(number)\""
  }

  /// The shortest text that reads back as the `Float` nearest to `number`.
  static func single(_ number: Double) -> String { self.number(Float(number)) }

  /// The shortest text that reads back as the same `Float`.
  static func number(_ number: Float) -> String {
    abs(number) < 1e6 && number == number.rounded() ? String(Int64(number)) : "\(number)"
  }
}
