import MusicalTime
import Shell

/// What was probably meant by words that name no command.
extension CommandTable {
  /// Says that no command begins so, and which one was probably meant.
  static func unknown(_ words: [String]) -> CommandError {
    let first = words.first?.lowercased() ?? ""
    if let family = family(of: words) { return unknown(words, in: family) }
    let guess = otherWords[first] ?? Spelling.nearest(to: first, among: firstWords)
    let next = guess == nil ? ": `help` lists them" : didYouMean(guess)
    return CommandError("unknown command \(first.quoted)\(next)", isUsage: true)
  }

  /// The longest beginning of `words` that commands go on from, and how many words it has.
  private static func family(of words: [String]) -> (path: String, count: Int)? {
    let count = min(mostPathWords, words.count)
    return stride(from: count, to: 0, by: -1).lazy.map { count in
      let rest = words[1..<count].map { " " + $0 }.joined()
      return ((words.first?.lowercased() ?? "") + rest, count)
    }.first { !Self.words(after: $0.0).isEmpty }
  }

  /// Says how commands of that beginning go on.
  private static func unknown(
    _ words: [String], in family: (path: String, count: Int)
  ) -> CommandError {
    let next = Self.words(after: family.path)
    let most = next.dropLast().joined(separator: ", ") + (next.count > 1 ? " or " : "")
    let expected = "\(family.path): expected \(most)\(next.last ?? "")"
    guard words.count > family.count else { return CommandError(expected, isUsage: true) }
    let guess = Spelling.nearest(to: words[family.count], among: next)
    return CommandError(
      expected + ", found \(words[family.count].quoted)"
        + didYouMean(guess.map { "\(family.path) \($0)" }),
      isUsage: true)
  }

  /// The same error; where the first argument is nearly a word of a longer path, that is said.
  static func guessing(
    _ error: CommandError, _ path: String, _ word: String?
  ) -> CommandError {
    guard let word, error.description.contains(word.quoted),
      let guess = Spelling.nearest(to: word, among: words(after: path))
    else { return error }
    return CommandError(
      "\(path): unexpected \(word.quoted)" + didYouMean("\(path) \(guess)"), isUsage: true)
  }

  private static func didYouMean(_ guess: String?) -> String {
    guess.map { "; did you mean “\($0)”?" } ?? ""
  }

  /// The command that is called `word` elsewhere; nil for any other word.
  package static func command(calledElsewhere word: String) -> String? { otherWords[word] }

  private static let otherWords = [
    "bpm": "tempo", "speed": "tempo", "swing": "groove swing8", "volume": "level", "vol": "level",
    "gain": "level", "open": "load", "write": "save", "pause": "stop", "goto": "locate",
    "patterns": "pattern list", "list": "pattern list", "click": "metronome", "pitch": "tuning",
    "groups": "group list", "clips": "clip list", "soundfont": "kit", "info": "status",
  ]
}
