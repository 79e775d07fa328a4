public import Commands
import Rhythm

/// Reads command lines: words separated by blanks; commands on one line are separated by `;`.
///
/// An argument with blanks or semicolons in it stands in double or single quotes. What begins with
/// `#` is a remark up to the end of the line, in which quotes and semicolons have no meaning.
public enum CommandReader {
  /// How deep files may ask for files.
  public static let deepestSource = 8
  /// The most commands of all files that one line asks for, each `source` counted.
  public static let mostSourced = 100_000
  /// The most bytes of all those files.
  public static let mostSourcedBytes = 16 << 20

  /// The command a line asks for, or nil for an empty line or a remark; throws where it asks for
  /// several.
  public static func command(_ line: String) throws(CommandError) -> Command? {
    let commands = try commands(line)
    guard commands.count < 2 else {
      throw CommandError("expected one command, found \(commands.count)", isUsage: true)
    }
    return commands.first
  }

  /// All commands a line asks for, in order. All are read before the first is returned, so that a slip
  /// in the last does none of them.
  public static func commands(_ line: String) throws(CommandError) -> [Command] {
    if let pasted = try rawCommand(line) { return [pasted] }
    var commands: [Command] = []
    for words in try LineWords.sentences(line) {
      guard let first = words.first, !first.hasPrefix("#") else { break }
      commands.append(try CommandTable.command(words: words))
    }
    return commands
  }

  /// The commands of a line that asks for urgent ones only; nil for any other line.
  public static func urgentCommands(_ line: String) -> [Command]? {
    // Most lines are others; they are not read twice.
    let first = firstWord(of: line[...])?.word.prefix { $0 != ";" }.lowercased() ?? ""
    guard CommandTable.rows(of: first).contains(where: \.isUrgent),
      let commands = try? commands(line), !commands.isEmpty, commands.allSatisfy(\.spec.isUrgent)
    else { return nil }
    return commands
  }

  /// What a line asks of the connection that it comes by; nil for any other line, and for what cannot be read.
  public static func connectionRequest(_ line: String) -> ConnectionRequest? {
    try? commands(line).connectionRequest()
  }

  /// Whether a command ends the lines that it is one of, and leaves the session as it is.
  public static func isExit(_ sentence: String) -> Bool {
    (try? command(sentence))?.isExit == true
  }

  /// The commands of a line as they are written, for a program that sends them on; empty ones and remarks
  /// are left out.
  public static func sentences(_ line: String) -> [String] {
    let ends = isRaw(line) ? [] : LineWords(line).breaks
    let starts = [line.startIndex] + ends.map { line.index(after: $0) }
    return zip(starts, ends + [line.endIndex]).map { trimmed(line[$0..<$1]) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// A command on one line, as the control socket takes it: what is pasted as several lines has `;` in place of
  /// their breaks, and no remarks. Any other command is unchanged.
  public static func onOneLine(_ sentence: String) -> String {
    guard let (path, text) = rawParts(sentence) else { return sentence }
    let pasted = String(text.drop { $0.isWhitespace })
    return path.joined(separator: " ") + " " + PatternNotation.onOneLine(pasted)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The same, with the lines of files in place of each `source FILE`; `read` gives a file's text, and `exists`
  /// says whether there is a file at a path. Relative paths in a file begin at the folder it is in. `exit` in a
  /// file ends its lines, and those of the files that asked for it.
  public static func commands(
    _ line: String, reading read: (String) throws(CommandError) -> String,
    exists: (String) -> Bool = { _ in false }
  ) throws(CommandError) -> [Command] {
    var extent = SourceExtent()
    return try commands(line, reading: read, exists: exists, in: SourcePlace(), &extent)
  }

  private static func commands(
    _ line: String, reading read: (String) throws(CommandError) -> String,
    exists: (String) -> Bool, in source: SourcePlace, _ extent: inout SourceExtent
  ) throws(CommandError) -> [Command] {
    var all: [Command] = []
    for written in try commands(line) {
      if source.depth > 0 {
        try extent.takeCommand()
        // A file has no connection, even where a client asked for its lines.
        _ = try [written].withoutConnection()
        if written.isExit {
          extent.hasExited = true
          return all
        }
      }
      var command = written
      if let folder = source.folder { command = try rooted(written, at: folder, exists: exists) }
      guard case .source(let file) = command.action else {
        all.append(command)
        continue
      }
      guard source.depth < deepestSource else {
        extent.isTooDeep = true
        throw CommandError(
          "source: expected at most \(deepestSource) files within files; does one ask for itself?")
      }
      let text = try read(file)
      try extent.take(text)
      all += try script(
        text, of: file, reading: read, exists: exists, in: source.within(file), &extent)
      // What asked for the outermost file goes on.
      if source.depth == 0 { extent.hasExited = false }
      if extent.hasExited { return all }
    }
    return all
  }

  /// The commands of a file's lines; errors say which line, also those of carrying them out.
  private static func script(
    _ text: String, of file: String, reading read: (String) throws(CommandError) -> String,
    exists: (String) -> Bool, in source: SourcePlace, _ extent: inout SourceExtent
  ) throws(CommandError) -> [Command] {
    var pasting = PasteLines()
    var all: [Command] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    for (number, line) in lines.enumerated() {
      guard let whole = pasting.take(line) else { continue }
      let place = "\(file), line \(number + 1)"
      do throws(CommandError) {
        all += try commands(whole, reading: read, exists: exists, in: source, &extent)
          .map { $0.read(from: place) }
      } catch {
        // Which line the last was, of files that name each other, is of no use; nor are all on the way to it.
        let isWhole = extent.isOver || extent.isTooDeep && source.depth < deepestSource
        guard !isWhole else { throw error }
        throw CommandError("\(place): \(error)", isUsage: error.isUsage)
      }
      if extent.hasExited { return all }
    }
    if let pasted = pasting.end() {
      all += try commands(pasted, reading: read, exists: exists, in: source, &extent)
        .map { $0.read(from: "\(file), at its end") }
    }
    return all
  }

  /// The command of a line whose quotes and semicolons are its own; nil for any other.
  private static func rawCommand(_ line: String) throws(CommandError) -> Command? {
    guard let (path, text) = rawParts(line) else { return nil }
    let argument = text.drop { $0.isWhitespace }
    return try CommandTable.command(words: path + (argument.isEmpty ? [] : [String(argument)]))
  }

  /// Whether a line's quotes and semicolons are its own.
  private static func isRaw(_ line: String) -> Bool { rawParts(line) != nil }

  /// The longest path of such a line, and the text after it.
  private static func rawParts(_ line: String) -> (path: [String], text: Substring)? {
    var rest = line[...]
    // Most lines are others; no more of them is read here.
    guard let first = firstWord(of: rest)?.word.lowercased(), CommandTable.rawWords.contains(first)
    else { return nil }
    var words: [String] = []
    var found: (path: [String], text: Substring)?
    while let (word, after) = firstWord(of: rest), words.count < 3 {
      words.append(words.isEmpty ? word.lowercased() : String(word))
      let path = words.joined(separator: " ")
      if CommandTable.rows(of: path).contains(where: \.takesRawText) { found = (words, after) }
      rest = after
    }
    return found
  }

  private static func firstWord(of text: Substring) -> (word: Substring, rest: Substring)? {
    let start = text.drop { $0.isWhitespace }
    let word = start.prefix { !$0.isWhitespace }
    return word.isEmpty ? nil : (word, start.dropFirst(word.count))
  }
}

/// Where a line is read from.
private struct SourcePlace {
  /// How many files deep that is; 0 for a line that is in no file.
  private(set) var depth = 0
  /// The folder at which relative paths begin; nil for the one that the program runs in.
  private(set) var folder: String?

  /// The place of the lines of `file`, which a line here asks for.
  func within(_ file: String) -> SourcePlace {
    var inner = SourcePlace()
    inner.depth = depth + 1
    inner.folder = file.lastIndex(of: "/").map { String(file[..<$0]) }
    return inner
  }
}

/// What all files of one line come to so far.
private struct SourceExtent {
  private var commands = 0
  private var bytes = 0
  /// Whether `exit` has ended the lines of the file that is read.
  var hasExited = false
  /// Whether a file was asked for that is deeper within others than any may be.
  var isTooDeep = false

  /// Whether that is more than one line may ask for.
  var isOver: Bool {
    commands > CommandReader.mostSourced || bytes > CommandReader.mostSourcedBytes
  }

  mutating func takeCommand() throws(CommandError) {
    commands += 1
    try check()
  }

  mutating func take(_ text: String) throws(CommandError) {
    bytes += text.utf8.count
    try check()
  }

  private func check() throws(CommandError) {
    guard isOver else { return }
    throw CommandError(
      "source: expected at most \(CommandReader.mostSourced) commands and "
        + "\(CommandReader.mostSourcedBytes >> 20) MiB in all files together")
  }
}
