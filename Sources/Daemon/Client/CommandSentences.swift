/// The commands of one line, separated by `;` outside quotes.
public enum CommandSentences {
  /// The commands of `line`, blanks around them removed; empty ones and remarks are left out.
  public static func split(_ line: String) -> [String] {
    var sentences = [""]
    var quote: Character?
    for character in line {
      if character == ";", quote == nil, !isRemark(sentences[sentences.count - 1]) {
        sentences.append("")
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" {
        quote = character
      }
      sentences[sentences.count - 1].append(character)
    }
    return sentences.map(trimmed).filter { !$0.isEmpty && !isRemark($0) }
  }

  private static func isRemark(_ text: String) -> Bool { trimmed(text).hasPrefix("#") }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
