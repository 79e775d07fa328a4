import Foundation

extension ModelCard {
  /// The row of a style by its name, whatever its case; nil for an empty name, which is none in
  /// particular. Throws `.style` for one that is not known.
  public func index(ofStyle name: String) throws(ModelError) -> Int? {
    guard !name.isEmpty else { return nil }
    guard let index = row(ofStyle: name) else { throw .style(name, known: styles) }
    return index
  }

  /// The row of a style by its name, whatever its case; nil for one that is not known.
  func row(ofStyle name: String) -> Int? {
    let folded = name.lowercased()
    return styles.firstIndex(of: name) ?? styles.firstIndex { $0.lowercased() == folded }
  }

  /// Names as a file keeps them: joined by commas, or as a JSON list where a name has one itself or
  /// would be taken for a list.
  static func text(ofNames names: [String]) -> String {
    let isPlain = names.allSatisfy { !$0.isEmpty && !$0.contains(",") && !$0.hasPrefix("[") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard !isPlain, let list = try? encoder.encode(names) else {
      return names.joined(separator: ",")
    }
    return String(decoding: list, as: UTF8.self)
  }

  /// The names of such a text.
  static func names(_ text: String) -> [String] {
    if text.hasPrefix("["),
      let list = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    {
      return list
    }
    return text.split(separator: ",").map(String.init)
  }
}
