import Foundation

extension ModelCard {
  /// The row of a style by name, ignoring case; nil for an empty name (no particular style). Throws
  /// `.style` if the name is unknown.
  public func index(ofStyle name: String) throws(ModelError) -> Int? {
    guard !name.isEmpty else { return nil }
    guard let index = row(ofStyle: name) else { throw .style(name, known: styles) }
    return index
  }

  /// The row of a style by name, ignoring case; nil if it is unknown.
  func row(ofStyle name: String) -> Int? {
    let folded = name.lowercased()
    return styles.firstIndex(of: name) ?? styles.firstIndex { $0.lowercased() == folded }
  }

  /// Style names as metadata: separated by commas, or a JSON list if a name contains a comma or
  /// would parse as a list.
  static func text(ofNames names: [String]) -> String {
    let isPlain = names.allSatisfy { !$0.isEmpty && !$0.contains(",") && !$0.hasPrefix("[") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard !isPlain, let list = try? encoder.encode(names) else {
      return names.joined(separator: ",")
    }
    return String(decoding: list, as: UTF8.self)
  }

  /// Parses text in that format.
  static func names(_ text: String) -> [String] {
    if text.hasPrefix("["),
      let list = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    {
      return list
    }
    return text.split(separator: ",").map(String.init)
  }
}
