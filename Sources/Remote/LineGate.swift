/// Lets a page's lines through that its access level allows.
///
/// A line that is not known here is refused: a command that is new to the daemon is not open to the
/// network by accident.
struct LineGate: Sendable {
  let access: AccessLevel

  /// Why a line may not pass.
  struct Refusal: Error, Hashable {
    let message: String
  }

  /// Throws for a line that the page may not send.
  func check(_ line: String) throws(Refusal) {
    let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let verb = words.first, !verb.hasPrefix("#") else { return }
    guard !line.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw Refusal(message: "a line has no control characters; send one line a message")
    }
    guard let needed = Self.level(of: verb, words.dropFirst()) else {
      throw Refusal(message: "unknown command “\(verb.prefix(40))”; `help` lists them")
    }
    guard needed <= access else {
      throw Refusal(
        message: "\(verb): needs the access level \(needed.rawValue), this page has "
          + access.rawValue)
    }
    if needed == .files { try checkNames(words.dropFirst()) }
  }

  /// The least level that may send a line of `verb`; nil for a verb that is unknown.
  private static func level(of verb: String, _ words: ArraySlice<String>) -> AccessLevel? {
    if let level = verbs[verb] { return level }
    switch verb {
    case "clock", "drummer":
      if words.first == "prime", words.dropFirst().first != "pattern" { return .admin }
      return words.first == "status" ? .watch : .edit
    case "groove":
      if words.first == "extract", words.dropFirst().first != "pattern" { return .admin }
      return words.first == "list" ? .watch : .edit
    case "kit": return words.count > 1 ? .files : .edit
    case "undo", "pattern", "group", "clip": return words.first == "list" ? .watch : .edit
    case "song", "grid": return words.isEmpty ? .watch : .edit
    case "fill": return ["on", "off"].contains(words.first) ? .play : .edit
    default: return nil
    }
  }

  private static let verbs: [String: AccessLevel] = {
    let rows: [(AccessLevel, String)] = [
      (.watch, "watch status show help text"),
      (.play, "play stop continue toggle locate hit panic mute solo mutegroup"),
      (
        .edit,
        "tempo tap nudge loop step clear level pan tuning decay output choke curve redo select draw "
          + "shift scale subdivide merge rotate reverse delete marker amplitude temper euclid density "
          + "lane record metronome countin programs paste keep humanise"
      ),
      (.files, "load save recover discard"),
      // MIDI files are named by their path.
      (.admin, "import export quit reload learn"),
    ]
    return rows.reduce(into: [:]) { table, row in
      for verb in row.1.split(separator: " ") { table[String(verb)] = row.0 }
    }
  }()

  /// Names from the network are of one folder; what ends in `.json` would be a path.
  private func checkNames(_ words: ArraySlice<String>) throws(Refusal) {
    let isPath = words.contains { word in
      word.contains("/") && !word.allSatisfy { $0.isNumber || $0 == "/" }
        || word.contains("\\") || word.contains("..") || word.contains("~")
        || word.drop { $0 == "\"" || $0 == "'" }.hasPrefix(".") || word.contains(".json")
    }
    if isPath { throw Refusal(message: "expected a name without a folder") }
  }
}
