import MusicalTime
import Rhythm

extension SelectCommand: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "[add|toggle] [hits|markers [DRUM…]] "
        + "MARKER…|FROM-TO|all|none|invert|left [N]|right [N]|code CODE|row x..",
      "what to select",
      .text(
        words: [
          "add", "toggle", "hits", "markers", "all", "none", "invert", "left", "right", "code",
          "row",
        ], names: [.drum]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    try words.selection()
  }
}

extension ArgumentReader {
  fileprivate mutating func selection() throws(CommandError) -> SelectCommand {
    let isAdding = takes("add")
    let isToggling = !isAdding && takes("toggle")
    let kind: Selection.Kind? = takes("hits") ? .hits : takes("markers") ? .markers : nil
    var voices: [Voice] = []
    while kind != nil, let voice = next.flatMap(Self.voice) {
      _ = optionalWord()
      voices.append(voice)
    }
    let choice = try choice(isOptional: kind != nil)
    // Plain numbers begin with markers of the pattern, as the first thing that is typed does.
    if case .numbers = choice, kind == nil, !isAdding, !isToggling {
      return SelectCommand(choice, kind: .markers)
    }
    return SelectCommand(choice, kind: kind, of: voices, adding: isAdding, toggling: isToggling)
  }

  private mutating func choice(isOptional: Bool) throws(CommandError) -> Selection.Choice {
    guard let word = next else {
      if isOptional { return .all }
      throw error("what to select is missing")
    }
    switch word {
    case "all", "invert", "left", "right", "code", "row": _ = optionalWord()
    default: return .numbers(try markers())
    }
    switch word {
    case "all": return .all
    case "invert": return .inverse
    case "left": return .left(of: count > 0 ? try Parameter<Int>.marker.read(&self) : nil)
    case "right": return .right(of: count > 0 ? try Parameter<Int>.marker.read(&self) : nil)
    case "row": return .row(try row())
    default: return .code(try code(until: nil))
    }
  }

  /// The voice of a name; a bare number is a marker here, not a note.
  private static func voice(_ word: String) -> Voice? {
    word.first?.isNumber == true && !word.contains("@") ? nil : Voice(name: word)
  }

  /// Numbers and ranges, such as `1-4 7`.
  private mutating func markers() throws(CommandError) -> [Int] {
    var markers: [Int] = []
    let numbers = Grid.counts
    while let word = optionalWord() {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        numbers.contains(first), numbers.contains(last), first <= last
      else {
        throw error(
          "expected a marker of \(numbers.words()), or a range such as 1-4, found \(word.asFound)")
      }
      markers += first - 1..<last
    }
    return markers
  }

  /// Which of the markers to take, as in `x..`.
  private mutating func row() throws(CommandError) -> [Bool] {
    let text = try word("a row such as x..")
    guard text.allSatisfy({ "x.".contains($0) }), text.count <= Grid.counts.upperBound else {
      throw error("expected a row of x and . such as x.., found \(text.quoted)")
    }
    return text.map { $0 == "x" }
  }
}
