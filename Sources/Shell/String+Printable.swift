/// Words from files, devices and other programs, made fit for a terminal or a log.
extension String {
  /// The text with `?` in place of what a terminal would obey or hide: control characters but the
  /// line feed and the tab, and the marks that turn the direction of writing (Unicode's bidirectional
  /// controls) or write nothing at all.
  ///
  /// Everything that a person is shown goes through here at the door out; see `onOneLine` for names.
  public var printable: String {
    guard unicodeScalars.contains(where: \.isUnfit) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isUnfit ? "?" : scalar) }
    return String(text)
  }

  /// The same, with a blank in place of line feeds and tabs: a name with lines of its own could look
  /// like ours.
  public var onOneLine: String {
    guard unicodeScalars.contains(where: { $0 == "\n" || $0 == "\t" || $0.isUnfit }) else {
      return self
    }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(scalar == "\n" || scalar == "\t" ? " " : scalar.isUnfit ? "?" : scalar)
    }
    return String(text)
  }
}

extension String {
  /// A JSON text with escapes in place of the same scalars: it reads as before.
  ///
  /// In JSON they stand nowhere but in texts.
  public var printableJSON: String {
    guard unicodeScalars.contains(where: \.isUnfit) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      guard scalar.isUnfit else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is a control, a bidirectional mark, a line separator, or a tag that writes nothing.
  fileprivate var isUnfit: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    // Arabic letter mark, directional marks, embeddings and overrides, isolates.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Line and paragraph separator, interlinear annotations, tags.
    case 0x2028, 0x2029, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
