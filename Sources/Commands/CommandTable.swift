import Shell

/// All commands, each declared once: help, completion, readers, pages and MIDI read from here.
public enum CommandTable {
  /// Every row, in the order `help` lists them.
  public static let all: [CommandSpec] = [
    (CommandTopic.transport, transport), (.files, files), (.steps, steps),
    (.sound, sound + effects),
    (.selection, selection), (.grid, grid), (.groove, groove), (.pattern, pattern), (.song, song),
    (.record, record), (.drummer, drummer), (.clock, clock), (.midi, midi), (.midi, surfaces),
    (.help, help),
  ].flatMap { topic, rows in rows.map { $0.of(topic) } }

  /// The rows of a path or an alias, in the order they are tried.
  private static let rows: [String: [CommandSpec]] = {
    var rows: [String: [CommandSpec]] = [:]
    for spec in all {
      for path in [spec.path] + spec.aliases { rows[path, default: []].append(spec) }
    }
    return rows
  }()

  /// The most words of a path.
  private static let mostPathWords = all.map { $0.path.split(separator: " ").count }.max() ?? 1

  /// All first words.
  public static let firstWords = unique(all.flatMap { [$0.path] + $0.aliases }.map(firstWord))

  /// The rows whose path is these words.
  public static func rows(of path: String) -> [CommandSpec] { rows[path] ?? [] }

  /// The words that may follow `path`, where more commands begin with it.
  public static func words(after path: String) -> [String] {
    let prefix = path + " "
    return unique(
      rows.keys.filter { $0.hasPrefix(prefix) }.map {
        firstWord(String($0.dropFirst(prefix.count)))
      }
    ).sorted { (order($0, prefix), $0) < (order($1, prefix), $1) }
  }

  private static func order(_ word: String, _ prefix: String) -> Int {
    all.firstIndex { $0.path == prefix + word || $0.path.hasPrefix(prefix + word + " ") }
      ?? all.count
  }

  /// The longest path that `words` begin with, and how many words it has.
  public static func path(in words: [String]) -> (path: String, count: Int)? {
    for count in stride(from: min(mostPathWords, words.count), to: 0, by: -1) {
      var path = words[..<count].joined(separator: " ")
      if let first = words.first {
        path = ([first.lowercased()] + words[1..<count]).joined(separator: " ")
      }
      if rows[path] != nil { return (path, count) }
    }
    return nil
  }

  /// The command of these words; throws what is wrong with them.
  public static func command(words: [String]) throws(CommandError) -> Command {
    try command(words: words, mayAsk: true)
  }

  /// The same; only where it `mayAsk` is a setting without a value a question.
  static func command(words: [String], mayAsk: Bool) throws(CommandError) -> Command {
    guard let (path, count) = path(in: words), let rows = rows[path] else {
      throw unknown(words)
    }
    var arguments = words.dropFirst(count)
    let wantsJSON = arguments.last == "--json"
    if wantsJSON { arguments.removeLast() }
    if mayAsk, arguments.isEmpty, let spec = rows.first(where: { $0.setting != nil }),
      let setting = spec.setting
    {
      var command = Command(.showSetting(setting), spec.asking, [])
      command.wantsJSON = wantsJSON
      return command
    }
    let usage = unique(rows.map(\.usage)).joined(separator: " or ")
    var reader = ArgumentReader(arguments, path: path, usage: usage)
    guard let spec = rows.first(where: { $0.accepts(reader) }) ?? rows.last else {
      throw unknown(words)
    }
    do throws(CommandError) {
      let action = try spec.read(&reader)
      try reader.finish()
      var command = Command(action, spec, reader.taken)
      command.wantsJSON = wantsJSON
      return command
    } catch {
      throw guessing(error, path, arguments.first)
    }
  }

  /// The command of that path and these arguments.
  public static func command(
    _ path: String, _ arguments: [ArgumentValue] = []
  ) throws(CommandError) -> Command {
    let words = path.split(separator: " ").map(String.init)
    return try command(words: words + arguments.map(\.word))
  }

  // MARK: What was probably meant

  /// Says that no command begins so, and which one was probably meant.
  private static func unknown(_ words: [String]) -> CommandError {
    let first = words.first?.lowercased() ?? ""
    if let family = family(of: words) { return unknown(words, in: family) }
    let guess = otherWords[first] ?? Spelling.nearest(to: first, among: firstWords)
    let next = guess == nil ? ": `help` lists them" : didYouMean(guess)
    return CommandError("unknown command “\(first)”\(next)", isUsage: true)
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
      expected + ", found “\(words[family.count])”"
        + didYouMean(guess.map { "\(family.path) \($0)" }),
      isUsage: true)
  }

  /// The same error; where the first argument is nearly a word of a longer path, that is said.
  private static func guessing(
    _ error: CommandError, _ path: String, _ word: String?
  ) -> CommandError {
    guard let word, error.description.contains("“\(word)”"),
      let guess = Spelling.nearest(to: word, among: words(after: path))
    else { return error }
    return CommandError(
      "\(path): unexpected “\(word)”" + didYouMean("\(path) \(guess)"), isUsage: true)
  }

  private static func didYouMean(_ guess: String?) -> String {
    guess.map { "; did you mean “\($0)”?" } ?? ""
  }

  /// What the same things are called elsewhere.
  private static let otherWords = [
    "bpm": "tempo", "speed": "tempo", "swing": "groove swing8", "volume": "level", "vol": "level",
    "gain": "level", "open": "load", "write": "save", "pause": "stop", "goto": "locate",
    "patterns": "pattern list", "list": "pattern list", "click": "metronome", "pitch": "tuning",
    "groups": "group list", "clips": "clip list", "soundfont": "kit", "info": "status",
  ]

  private static func firstWord(_ path: String) -> String { String(path.prefix { $0 != " " }) }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}
