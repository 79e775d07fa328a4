import Rhythm

extension CommandReader {
  /// Reads what follows `humanise`.
  static func readHumanise(_ arguments: inout Arguments) throws(CommandError) -> Humanising? {
    let word = try arguments.word("a style and an amount, or off")
    if word == "off" { return nil }
    let style = word == "any" ? "" : word
    guard arguments.count > 0 else { return Humanising(style: style) }
    return Humanising(
      style: style, amount: try arguments.amount("an amount"))
  }
}
