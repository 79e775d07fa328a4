import Commands
import Shell

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
    var scanner = WordScanner()
    var word: Word?
    for index in line.indices {
      let character = line[index]
      let role = scanner.take(character)
      switch role {
      case .quote: word = word ?? Word(text: "", start: index, quote: character)
      case .letter:
        word = word ?? Word(text: "", start: index)
        word?.text.append(character)
      case .blank, .separator:
        add(word)
        word = nil
        guard role == .separator else { continue }
        sentences.append([])
        breaks.append(index)
      }
    }
    add(word)
    open = scanner.open
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
}
