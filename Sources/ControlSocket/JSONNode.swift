/// A JSON value as a tree, for what is compared and sent as differences.
public indirect enum JSONNode: Sendable, Hashable {
  case null
  case bool(Bool)
  /// As it was written: what is only compared and passed on needs no rounding.
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([String: JSONNode])

  /// A whole number.
  public static func integer(_ value: some BinaryInteger) -> JSONNode { .number(String(value)) }

  /// A number, to `digits` decimal places; what JSON has no number for is null.
  public static func rounded(_ value: Double, _ digits: Int = 6) -> JSONNode {
    guard value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    guard rounded.isFinite else { return .number("\(value)") }
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? .number(String(Int64(rounded))) : .number("\(rounded)")
  }

  /// The value on one line, keys sorted.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, key) in members.keys.sorted().enumerated() {
        if index > 0 { text += "," }
        Self.write(key, to: &text)
        text += ":"
        members[key]?.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || isHidden(scalar):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Whether a terminal would obey it or hide it: controls and the marks that turn the writing's direction.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
