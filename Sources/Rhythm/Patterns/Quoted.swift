/// Names within a line of text, in double quotes where they would be ambiguous.
enum Quoted {
  /// The name in a form that fits in a line.
  static func text(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    if isPlain { return name }
    var written = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        written += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      default:
        if scalar == "\"" || scalar == "\\" { written.append("\\") }
        written.append(scalar)
      }
    }
    written.append("\"")
    return String(written)
  }

  private static let plain = Set("0123456789 -_.".unicodeScalars)

  /// Parses a name.
  static func name(_ text: String) throws(NotationProblem) -> String {
    guard text.unicodeScalars.first == "\"" else { return text }
    var name = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst() else { throw .openQuote }
      name.append(escaped == "u" ? try code(&rest) : escaped)
    }
    guard rest.isEmpty else { throw .value(text, expected: "one name in double quotes") }
    return String(name)
  }

  private static func code(
    _ rest: inout Substring.UnicodeScalarView
  ) throws(NotationProblem) -> Unicode.Scalar {
    let digits = String(rest.prefix { $0 != "}" }.dropFirst())
    guard rest.first == "{", let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw .value("\\u" + digits, expected: "a character's code as in \\u{a}") }
    rest = rest.dropFirst(digits.unicodeScalars.count + 2)
    return scalar
  }

  /// Splits `text` at separators that are not within double quotes or brackets; throws if one of these is
  /// not closed.
  static func pieces(
    of text: Substring.UnicodeScalarView, limit: Int = .max,
    isSeparator: (Unicode.Scalar) -> Bool
  ) throws(NotationProblem) -> [Substring.UnicodeScalarView] {
    let (pieces, unclosed) = split(text, limit: limit, isSeparator: isSeparator)
    if let unclosed { throw unclosed }
    return pieces
  }

  /// The pieces, and what is not closed: it opens in the last piece, which goes on to the end of the text.
  static func split(
    _ text: Substring.UnicodeScalarView, limit: Int = .max, isSeparator: (Unicode.Scalar) -> Bool
  ) -> (pieces: [Substring.UnicodeScalarView], unclosed: NotationProblem?) {
    var pieces: [Substring.UnicodeScalarView] = []
    var start = text.startIndex
    var index = start
    var (isQuoted, isEscaped, isBracketed) = (false, false, false)
    while index < text.endIndex, pieces.count < limit - 1 {
      let scalar = text[index]
      let next = text.index(after: index)
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "\"" {
          isQuoted = false
        }
      } else if scalar == "\"" {
        isQuoted = true
      } else if scalar == "[" || scalar == "]" {
        isBracketed = scalar == "["
      } else if !isBracketed, isSeparator(scalar) {
        pieces.append(text[start..<index])
        start = next
      }
      index = next
    }
    let unclosed: NotationProblem? = isQuoted ? .openQuote : isBracketed ? .openBracket : nil
    return (pieces + [text[start...]], unclosed)
  }

  /// The text without comments, which start with `#` at the beginning of a line or after a `;`. The
  /// former end with the line, the latter at the next `;`.
  static func withoutRemarks(_ text: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
    var kept = String.UnicodeScalarView()
    var rest = text
    /// The separator since which only spaces came; nil within a line's words.
    var border: Unicode.Scalar? = "\n"
    var (isQuoted, isEscaped) = (false, false)
    while let scalar = rest.first {
      if scalar == "#", let border {
        rest = rest.drop { $0 != "\n" && ($0 != ";" || border == "\n") }
        continue
      }
      kept.append(scalar)
      rest.removeFirst()
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      if !isQuoted, scalar == "\n" || scalar == ";" {
        border = scalar
      } else if ![" ", "\t", "\r"].contains(scalar) {
        border = nil
      }
    }
    return kept
  }
}

extension String {
  /// Trims spaces at both ends.
  init(trimming text: Substring.UnicodeScalarView) {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\r" }
    var rest = text.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    self.init(Substring(rest))
  }
}
