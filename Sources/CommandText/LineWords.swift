import Commands

/// The words of a line, quotes taken off.
enum LineWords {
  /// The words of each command of a line.
  static func sentences(_ line: String) throws(CommandError) -> [[String]] {
    let (sentences, open) = split(line)
    if let quote = open {
      let name = quote == "'" ? "single" : "double"
      throw CommandError("a \(name) quote is opened and not closed: close it", isUsage: true)
    }
    return sentences.map { $0.map(\.text) }.filter { !$0.isEmpty }
  }

  /// A word, and where in the line it begins.
  struct Word {
    var text: String
    var start: String.Index
    /// The quote it began with.
    var quote: Character?
  }

  /// The words of each command, and the quote that is still open at the end.
  static func split(_ line: String) -> (sentences: [[Word]], open: Character?) {
    var sentences: [[Word]] = [[]]
    var word: Word?
    var quote: Character?
    func isRemark() -> Bool {
      (sentences.last?.first ?? word)?.text.hasPrefix("#") ?? false
    }
    for index in line.indices {
      let character = line[index]
      // A single quote within a word is an apostrophe.
      let opens = quote == nil && (character == "\"" || character == "'" && word == nil)
      let closes = quote == nil && (character.isWhitespace || character == ";" && !isRemark())
      if opens || character == quote {
        quote = opens ? character : nil
        word = word ?? Word(text: "", start: index, quote: character)
      } else if closes {
        if let word { sentences[sentences.count - 1].append(word) }
        word = nil
        if character == ";" { sentences.append([]) }
      } else {
        word = word ?? Word(text: "", start: index)
        word?.text.append(character)
      }
    }
    if let word { sentences[sentences.count - 1].append(word) }
    return (sentences, quote)
  }
}
