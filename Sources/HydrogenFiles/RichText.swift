import Foundation

/// The descriptions that Hydrogen's editor wrote, as HTML of Qt.
enum RichText {
  /// The words of HTML, on lines; other text as it is.
  static func plain(_ text: String) -> String {
    guard let start = text.range(of: "<html", options: .caseInsensitive) else { return text }
    let body = text.range(of: "<body", options: .caseInsensitive)?.lowerBound ?? start.lowerBound
    var plain = ""
    var tag: String?
    for letter in text[body...] {
      switch letter {
      case "<": tag = ""
      case ">":
        if let tag, endsLine(tag) { plain.append("\n") }
        tag = nil
      default: if tag == nil { plain.append(letter) } else { tag?.append(letter) }
      }
    }
    for (name, letter) in [("lt", "<"), ("gt", ">"), ("quot", "\""), ("nbsp", " "), ("amp", "&")] {
      plain = plain.replacing("&\(name);", with: letter)
    }
    let lines = plain.split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Whether what follows a tag is on a line of its own.
  private static func endsLine(_ tag: String) -> Bool {
    let name = tag.lowercased().prefix { !$0.isWhitespace }
    return ["br", "br/", "/p", "/li", "/div", "/h1", "/h2", "/h3"].contains(name)
  }
}
