import MusicalTime
import Rhythm

extension CommandReader {
  /// Reads what follows `select`; nil selects nothing.
  static func readSelection(
    _ arguments: inout Arguments
  ) throws(CommandError) -> SelectCommand? {
    if arguments.takes("none") { return nil }
    let isAdding = arguments.takes("add")
    let kind: Selection.Kind? =
      arguments.takes("hits") ? .hits : arguments.takes("markers") ? .markers : nil
    var voices: [Voice] = []
    while kind != nil, let voice = arguments.next.flatMap(Self.voice) {
      _ = arguments.optionalWord()
      voices.append(voice)
    }
    let choice = try readChoice(&arguments, isOptional: kind != nil)
    // Plain numbers begin anew with markers of the pattern, as the first thing that is typed does.
    if case .numbers = choice, kind == nil, !isAdding {
      return SelectCommand(choice, kind: .markers)
    }
    return SelectCommand(choice, kind: kind, of: voices, adding: isAdding)
  }

  private static func readChoice(
    _ arguments: inout Arguments, isOptional: Bool
  ) throws(CommandError) -> Selection.Choice {
    guard let word = arguments.next else {
      if isOptional { return .all }
      throw arguments.error("what to select is missing")
    }
    switch word {
    case "all", "invert", "left", "right", "code", "row": _ = arguments.optionalWord()
    default: return .numbers(try arguments.markers())
    }
    switch word {
    case "all": return .all
    case "invert": return .inverse
    case "left": return .left(of: arguments.count > 0 ? try arguments.marker() : nil)
    case "right": return .right(of: arguments.count > 0 ? try arguments.marker() : nil)
    case "row": return .row(try arguments.row())
    default: return .code(try arguments.code(until: nil))
    }
  }

  /// The voice of a name; a bare number is a marker here, not a note.
  private static func voice(_ word: String) -> Voice? {
    word.first?.isNumber == true && !word.contains("@") ? nil : Voice(name: word)
  }
}

extension CommandReader.Arguments {
  /// How many changes to undo or redo, one where nothing is said.
  mutating func changeCount() throws(CommandError) -> Int {
    guard count > 0 else { return 1 }
    let range = 1...Double(UndoHistory<Document>.depth)
    return Int(try number("a number of changes", in: range, whole: true))
  }

  /// Whether all that follows is a fader's or a button's on or off.
  var isSwitch: Bool { count == 0 || next == "on" || next == "off" }

  mutating func marker() throws(CommandError) -> Int {
    Int(try number("a marker", in: 1...Double(Grid.counts.upperBound), whole: true)) - 1
  }

  mutating func clip() throws(CommandError) -> Int {
    Int(try number("a clip", in: 1...Double(Clip.count), whole: true)) - 1
  }

  mutating func group() throws(CommandError) -> Int {
    Int(try number("a group", in: 1...Double(Group.count), whole: true)) - 1
  }

  mutating func partCount() throws(CommandError) -> Int {
    Int(try number("a number of parts", in: 2...16, whole: true))
  }

  mutating func amplitude() throws(CommandError) -> Double {
    try amount("an amplitude")
  }

  mutating func beats(_ what: String) throws(CommandError) -> Beats {
    let text = try word(what)
    guard let beats = Beats(fraction: text) else {
      throw error("“\(text)” is not \(what), such as 1/8 or 0.5")
    }
    return beats
  }

  /// Numbers and ranges, such as `1-4 7`.
  mutating func markers() throws(CommandError) -> [Int] {
    var markers: [Int] = []
    let most = Grid.counts.upperBound
    while let word = optionalWord() {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        1 <= first, first <= last, last <= most
      else { throw error("“\(word)” is no marker 1 to \(most), nor a range such as 1-4") }
      markers += first - 1..<last
    }
    return markers
  }

  /// Which of the markers to take, as in `x..`.
  mutating func row() throws(CommandError) -> [Bool] {
    let text = try word("a row such as x..")
    guard text.allSatisfy({ "x.".contains($0) }), text.count <= Grid.counts.upperBound else {
      throw error("“\(text)” is no row of x and . such as x..")
    }
    return text.map { $0 == "x" }
  }

  /// A code of clips, up to a word that ends it.
  mutating func code(until end: String?) throws(CommandError) -> ClipCode {
    var words: [String] = []
    while let word = next, word != end {
      _ = optionalWord()
      words.append(word)
    }
    do throws(ClipCodeError) { return try ClipCode(words.joined(separator: " ")) } catch {
      throw self.error("\(error)")
    }
  }
}
