/// Cuts a command line into words, one character after the other: blanks are between words, `;` is between commands,
/// and what stands in quotes is one word. A command that begins with `#` is a remark up to the end of the line, in
/// which quotes and `;` are letters.
package struct WordScanner: Sendable {
  /// What a character is for the words of the line.
  package enum Role: Sendable, Hashable {
    /// Opens or closes quotes, and begins a word where none is underway.
    case quote
    /// Is part of a word, and begins it where none is underway.
    case letter
    /// Ends the word that is underway.
    case blank
    /// Ends the command.
    case separator
  }

  /// The quote that is open.
  package private(set) var open: Character?
  /// Whether a word is underway.
  private(set) var isInWord = false
  /// Whether neither a letter nor a word of the command has come.
  private var isAtStart = true
  private var isRemark = false
  /// Whether the last character closed quotes.
  private var hasClosed = false

  /// At the beginning of a line.
  package init() {}

  /// Takes the next character of the line.
  package mutating func take(_ character: Character) -> Role {
    let role = role(of: character)
    hasClosed = character == open
    switch role {
    case .quote:
      open = hasClosed ? nil : character
      isInWord = true
    case .letter:
      if isAtStart { isRemark = character == "#" }
      (isInWord, isAtStart) = (true, false)
    case .blank:
      // Quotes with nothing between them are a word.
      if isInWord { isAtStart = false }
      isInWord = false
    case .separator: self = WordScanner()
    }
    return role
  }

  private func role(of character: Character) -> Role {
    if let open { return character == open ? .quote : .letter }
    if character.isWhitespace { return .blank }
    guard !isRemark else { return .letter }
    if character == ";" { return .separator }
    // A single quote within a word is an apostrophe, but for one right after what was quoted.
    let opens = character == "\"" || character == "'" && (!isInWord || hasClosed)
    return opens ? .quote : .letter
  }
}

extension String {
  /// Where the last word of a command line begins, its quote included; the end of the line where that is not in a word.
  package var lastWordStart: Index {
    var scanner = WordScanner()
    var start = endIndex
    for index in indices {
      let wasInWord = scanner.isInWord
      _ = scanner.take(self[index])
      if scanner.isInWord, !wasInWord { start = index }
    }
    return scanner.isInWord ? start : endIndex
  }
}
