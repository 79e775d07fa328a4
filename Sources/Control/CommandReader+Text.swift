import Rhythm

extension CommandReader {
  /// Reads a line that begins with `paste`, whose quotes and brackets are the notation's own; nil
  /// for any other.
  static func readPaste(_ line: String) throws(CommandError) -> Command? {
    let (verb, text) = firstWord(of: line[...])
    guard verb.lowercased() == "paste" else { return nil }
    let arguments = Arguments(verb: "paste", words: [])
    guard !text.isEmpty else { throw arguments.error("lanes are missing") }
    let (word, rest) = firstWord(of: text)
    do {
      if word == "pattern" {
        return .text(.pattern(try PatternNotation.pattern(String(rest))))
      }
      return .text(.lanes(try PatternNotation.lanes(String(text))))
    } catch {
      throw CommandError("paste: \(error)", isUsage: true)
    }
  }

  /// Reads what follows `text`.
  static func readText(_ arguments: inout Arguments) throws(CommandError) -> TextCommand {
    guard let word = arguments.optionalWord() else { return .show(asLine: false) }
    guard word == "line" else { throw arguments.error("“\(word)” is not line") }
    return .show(asLine: true)
  }

  private static func firstWord(of text: Substring) -> (word: Substring, rest: Substring) {
    let start = text.drop { $0.isWhitespace }
    let word = start.prefix { !$0.isWhitespace }
    return (word, start.dropFirst(word.count).drop { $0.isWhitespace })
  }
}
