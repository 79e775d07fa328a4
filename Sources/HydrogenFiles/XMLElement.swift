import MusicalTime

/// An element of an XML document, without attributes and namespaces.
struct XMLElement: Sendable {
  /// The name without a prefix.
  let name: String
  /// The line on which it begins, from 1.
  let line: Int
  /// The text directly inside, without surrounding white space.
  var text = ""
  /// The elements directly inside, in order.
  var children: [XMLElement] = []

  /// The first child with this name.
  subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// All children with this name.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of a child; nil if it is missing or empty.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.text, !text.isEmpty else { return nil }
    return text
  }

  /// The finite number in a child; nil if it is missing or empty.
  func number(_ name: String) throws(HydrogenError) -> Double? {
    guard let child = self[name], !child.text.isEmpty else { return nil }
    // Some versions wrote the decimal comma of the locale.
    let text = String(child.text.map { $0 == "," ? "." : $0 })
    guard let number = Double(text), number.isFinite else {
      throw .value(child.text, of: name, expected: "a number", line: child.line)
    }
    return number
  }

  /// The number in a child, which must be in `range`, or `standard` if it is missing or empty.
  func number(
    _ name: String, in range: ClosedRange<Double>, or standard: Double
  ) throws(HydrogenError) -> Double {
    guard let number = try number(name) else { return standard }
    guard range.contains(number) else {
      throw .value(
        self[name]?.text ?? "", of: name,
        expected: range.words(),
        line: self[name]?.line ?? line)
    }
    return number
  }

  /// The whole number in a child, which must be in `range`; nil if it is missing or empty.
  func whole(_ name: String, in range: ClosedRange<Int>) throws(HydrogenError) -> Int? {
    guard text(name) != nil else { return nil }
    let number = try number(name, in: ClosedRange(range), or: 0)
    guard number == number.rounded() else {
      throw .value(
        self[name]?.text ?? "", of: name, expected: "a whole number", line: self[name]?.line ?? line
      )
    }
    return Int(number)
  }

  /// Whether a child says `true` or `1`; nil if it is missing or empty.
  func flag(_ name: String) -> Bool? {
    text(name).map { ["true", "1"].contains($0.lowercased()) }
  }
}
