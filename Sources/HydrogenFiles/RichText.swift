import Foundation

/// The descriptions that Hydrogen's editor wrote, as HTML of Qt.
enum RichText {
  /// The words of HTML, on lines; other text as it is.
  static func plain(_ text: String) -> String {
    guard let start = text.range(of: "<html", options: .caseInsensitive) else { return text }
    let body = text.range(of: "<body", options: .caseInsensitive)?.lowerBound ?? start.lowerBound
    var (plain, isInTag) = ("", false)
    for letter in text[body...] {
      switch letter {
      case "<": isInTag = true
      case ">": isInTag = false
      default: if !isInTag { plain.append(letter) }
      }
    }
    for (name, letter) in [("lt", "<"), ("gt", ">"), ("quot", "\""), ("nbsp", " "), ("amp", "&")] {
      plain = plain.replacing("&\(name);", with: letter)
    }
    let lines = plain.split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
