import Commands

/// The words of a line, quotes taken off.
struct LineWords {
  /// The words of each command; without any where there is nothing between two `;`.
  private(set) var sentences: [[Word]] = [[]]
  /// Where the `;` between commands are.
  private(set) var breaks: [String.Index] = []
  /// The quote that is still open at the end.
  private(set) var open: Character?

  /// A word, and where in the line it begins.
  struct Word {
    var text: String
    var start: String.Index
    /// The quote it began with.
    var quote: Character?
  }

  init(_ line: String) {
    var word: Word?
    var hasClosed = false
    for index in line.indices {
      let character = line[index]
      // A single quote within a word is an apostrophe, but for one right after what was quoted.
      let opens =
        open == nil && (character == "\"" || character == "'" && (word == nil || hasClosed))
      hasClosed = character == open
      let ends = open == nil && (character.isWhitespace || character == ";" && !isRemark(word))
      if opens || character == open {
        open = opens ? character : nil
        word = word ?? Word(text: "", start: index, quote: character)
      } else if ends {
        add(word)
        word = nil
        if character == ";" {
          sentences.append([])
          breaks.append(index)
        }
      } else {
        word = word ?? Word(text: "", start: index)
        word?.text.append(character)
      }
    }
    add(word)
  }

  /// The words of each command of a line.
  static func sentences(_ line: String) throws(CommandError) -> [[String]] {
    let words = LineWords(line)
    if let quote = words.open {
      let name = quote == "'" ? "single" : "double"
      throw CommandError("a \(name) quote is opened and not closed: close it", isUsage: true)
    }
    return words.sentences.map { $0.map(\.text) }.filter { !$0.isEmpty }
  }

  private mutating func add(_ word: Word?) {
    if let word { sentences[sentences.count - 1].append(word) }
  }

  private func isRemark(_ word: Word?) -> Bool {
    (sentences.last?.first ?? word)?.text.hasPrefix("#") ?? false
  }
}
