public import Rhythm

/// All commands, each declared once: help, completion, readers, pages and MIDI read from here.
public enum CommandTable {
  /// Every row, in the order `help` lists them.
  public static let all: [CommandSpec] = [
    (CommandTopic.transport, TransportRows.all), (.files, FileRows.all), (.steps, StepRows.all),
    (.sound, SoundRows.all), (.sound, EffectRows.all), (.selection, SelectionRows.all),
    (.grid, GridRows.all), (.groove, GrooveRows.all), (.pattern, PatternRows.all),
    (.pattern, TextRows.all), (.song, SongRows.all), (.record, RecordingRows.all),
    (.drummer, DrummerRows.all), (.clock, ClockRows.all), (.midi, AssigningRows.all),
    (.midi, SurfaceRows.all), (.connection, ConnectionRows.all), (.help, HelpRows.all),
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
  static let mostPathWords = all.map { $0.path.split(separator: " ").count }.max() ?? 1

  /// All first words.
  public static let firstWords = unique(all.flatMap { [$0.path] + $0.aliases }.map(firstWord))

  /// The first words of what the machine carries out: all but those that concern a connection.
  public static let machineWords = unique(
    all.filter { !$0.isOfConnection }.flatMap { [$0.path] + $0.aliases }.map(firstWord))

  /// The first words of commands whose quotes and semicolons are their own.
  public static let rawWords = Set(
    all.filter(\.takesRawText).flatMap { [$0.path] + $0.aliases }.map(firstWord))

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
    if mayAsk, arguments.isEmpty, let spec = rows.first(where: { $0.state.question != nil }),
      let question = spec.state.question
    {
      var command = Command(question, spec.asking, [])
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

  /// The value that the setting has in `patch` which a command of these words sets, without their last
  /// one; nil where it is not one that a fader is to pick up.
  public static func current(_ words: [String], in patch: Patch) -> Double? {
    guard let (path, count) = path(in: words) else { return nil }
    let arguments = Array(words.dropFirst(count))
    return rows(of: path).lazy.compactMap { $0.state.current(patch, arguments) }.first
  }

  private static func firstWord(_ path: String) -> String { String(path.prefix { $0 != " " }) }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}
