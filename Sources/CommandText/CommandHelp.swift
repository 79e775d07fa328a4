public import Commands
import MusicalTime
import Rhythm
import Shell

/// What `help` says, made of the table; no line is wider than 80 columns.
public enum CommandHelp {
  /// The widest line.
  public static let width = 80

  /// The topics, or the commands of a topic, or all that is known of one command.
  ///
  /// Lists what concerns a connection where it is asked `byConnection`, since it is refused elsewhere. What it
  /// throws of an unknown subject begins with `asker`, the command that asks.
  public static func text(
    _ subject: String?, byConnection: Bool = true, for asker: String = "help"
  ) throws(CommandError) -> String {
    guard let subject else { return byConnection ? overview : overviewWithoutConnection }
    let wanted = subject.lowercased()
    let path = CommandTable.path(in: subject.split(separator: " ").map(String.init))
    let isWholePath = path?.count == subject.split(separator: " ").count
    let isFamily = !CommandTable.words(after: wanted).isEmpty
    // What is a topic and a command at once, such as `song`, has all the commands of the topic.
    if let topic = CommandTopic(rawValue: wanted) { return text(topic, byConnection) }
    if isWholePath || isFamily { return text(ofCommand: path?.path ?? wanted, subject) }
    if let other = CommandTable.command(calledElsewhere: wanted) {
      let words = other.split(separator: " ").map(String.init)
      let path = CommandTable.path(in: words)?.path ?? other
      return "\(wanted): see `\(other)`\n\n" + text(ofCommand: path, subject)
    }
    let known = CommandTopic.allCases.map(\.rawValue) + CommandTable.firstWords
    let guess = Spelling.nearest(to: wanted, among: known).map { "; did you mean “\($0)”?" } ?? ""
    throw CommandError("\(asker): unknown command \(subject.quoted)\(guess)", isUsage: true)
  }

  /// The topics with their commands' first words.
  private static let overview = list(of: CommandTopic.allCases)

  /// The same without the topics whose commands all concern a connection.
  private static let overviewWithoutConnection = list(
    of: CommandTopic.allCases.filter { !specs(of: $0, byConnection: false).isEmpty })

  private static func list(of topics: [CommandTopic]) -> String {
    let column = (topics.map(\.rawValue.count).max() ?? 0) + 2
    var lines = ["`help TOPIC` lists commands, `help COMMAND` says what one does:", ""]
    for topic in topics {
      let words = firstWords(of: topic).joined(separator: " ")
      lines += rows("  " + topic.rawValue.filled(to: column), topic.meaning, indent: column + 2)
      lines += rows(String(repeating: " ", count: column + 2), words, indent: column + 2)
    }
    lines += ["", "`;` separates commands; `status --json` shows a reply as JSON"]
    return lines.joined(separator: "\n")
  }

  private static func text(_ topic: CommandTopic, _ byConnection: Bool) -> String {
    let specs = specs(of: topic, byConnection: byConnection)
    let words = firstWords(of: topic).joined(separator: ", ")
    let list =
      specs.isEmpty
      ? rows("  ", "only a client of the control socket can ask for them: \(words)", indent: 2)
      : listing(specs)
    return (["\(topic.rawValue): \(topic.meaning)", ""] + list).joined(separator: "\n")
  }

  /// The rows of a topic, those that concern a connection where they can be asked for.
  private static func specs(of topic: CommandTopic, byConnection: Bool) -> [CommandSpec] {
    CommandTable.all.filter { $0.topic == topic && (byConnection || !$0.isOfConnection) }
  }

  /// Usages beside meanings; where a usage is too wide, the meaning stands below.
  private static func listing(_ specs: [CommandSpec]) -> [String] {
    let narrow = specs.map(\.usage.count).filter { $0 <= 30 }.max() ?? 0
    let column = narrow + 4
    return specs.flatMap { spec in
      let usage = rows("  ", spec.usage, indent: 6)
      guard usage.count == 1, spec.usage.count <= 30 else {
        return usage
          + rows(String(repeating: " ", count: column), spec.meaningWithRanges, indent: column)
      }
      return rows(
        "  " + spec.usage.filled(to: column - 2), spec.meaningWithRanges, indent: column)
    }
  }

  /// Each row of that path, then what else begins with it.
  private static func text(ofCommand path: String, _ subject: String) -> String {
    let specs = CommandTable.rows(of: path)
    var lines = specs.flatMap { self.lines(of: $0) }
    let more = CommandTable.all.filter { $0.path.hasPrefix(path + " ") }
    if !more.isEmpty { lines += (lines.isEmpty ? [] : [""]) + listing(more) }
    return lines.joined(separator: "\n")
  }

  private static func lines(of spec: CommandSpec) -> [String] {
    var lines = rows("", spec.usage, indent: 4) + rows("  ", spec.meaning, indent: 2)
    for parameter in spec.parameters {
      lines += parameter.rangeLines.flatMap { rows("  ", $0, indent: 4) }
    }
    if !spec.aliases.isEmpty {
      lines += rows("  ", "also: " + spec.aliases.joined(separator: ", "), indent: 4)
    }
    lines += spec.examples.flatMap { rows("  example: ", $0, indent: 11) }
    return lines
  }

  private static func firstWords(of topic: CommandTopic) -> [String] {
    var seen: Set<String> = []
    return CommandTable.all.filter { $0.topic == topic }
      .map { String($0.path.prefix { $0 != " " }) }.filter { seen.insert($0).inserted }
  }

  /// `text` after `head`, broken between words and indented where it goes on.
  static func rows(_ head: String, _ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = head
    var isBegun = false
    for word in text.split(separator: " ") {
      if isBegun, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isBegun) = (String(repeating: " ", count: indent), false)
      }
      line += (isBegun ? " " : "") + word
      isBegun = true
    }
    return lines + [line]
  }
}

extension CommandSpec {
  /// What it does, and the ranges of its numbers other than amounts.
  var meaningWithRanges: String {
    let ranges = parameters.flatMap(\.shortRanges)
    return ranges.isEmpty ? meaning : "\(meaning) (\(ranges.joined(separator: ", ")))"
  }
}

extension ParameterShape {
  /// As in `DB -60 – 12`; none for an amount.
  fileprivate var shortRanges: [String] {
    if case .range(_, _, _, false) = kind, ranges.values.contains(Amount.range) { return [] }
    return namedRanges.map { "\($0.name) \($0.range.words())" }
  }

  /// Its numbers in the order of the usage.
  private var namedRanges: [(name: String, range: ClosedRange<Double>)] {
    let words = usage.split { "[] ".contains($0) }.map(String.init)
    let names = ranges.count == 1 ? Array(ranges.keys) : words
    return names.compactMap { name in ranges[name].map { (name, $0) } }
  }

  /// Its numbers, one a line, with the meaning where it is a single number.
  fileprivate var rangeLines: [String] {
    if let range = rangeInWords { return ["\(usage): \(range)"] }
    return namedRanges.map { "\($0.name): \($0.range.words())" }
  }

  /// The range of its numbers, in words; nil where it is not a number.
  private var rangeInWords: String? {
    guard case .range(let lowest, let highest, let unit, let isWhole) = kind else { return nil }
    if lowest...highest == Amount.range, !isWhole { return "\(meaning), \(Amount.words())" }
    let isNamed = unit.isEmpty || meaning != unit
    return (isNamed ? "\(meaning), " : "") + (lowest...highest).words(unit: unit)
  }
}

extension String {
  fileprivate func filled(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
