import MusicalTime
import Rhythm

extension CommandTable {
  static let pattern: [CommandSpec] = [
    CommandSpec("pattern list", does: "list the patterns") { .arrange(.pattern(.list)) }
      .alias("pattern").query.when { $0.count == 0 },
    CommandSpec(
      "pattern", .pattern, .moment,
      does: "play another pattern, at the loop's end or when asked",
      as: "pattern verse", "pattern 2 now", "pattern next bar"
    ) { .arrange(.pattern(.select($0, at: $1))) }.access(.play).touching(.music),
    CommandSpec(
      "pattern new", .newPatternName, .moment, does: "add an empty pattern and select it",
      as: "pattern new verse"
    ) { .arrange(.pattern(.new($0, at: $1))) }.touching(.music).undone(as: "new pattern"),
    CommandSpec(
      "pattern copy", .newPatternName, .moment,
      does: "add a copy of the selected pattern and select it", as: "pattern copy chorus"
    ) { .arrange(.pattern(.copy($0, at: $1))) }.touching(.music).undone(as: "new pattern"),
    CommandSpec(
      "pattern rename", .renaming, does: "give a pattern another name",
      as: "pattern rename verse chorus"
    ) { .arrange(.pattern(.rename($0.pattern, to: $0.name))) }.touching(.music)
      .undone(as: "rename pattern"),
    CommandSpec(
      "pattern delete", .pattern, does: "take out a pattern that the song does not play",
      as: "pattern delete verse"
    ) { .arrange(.pattern(.delete($0))) }.touching(.music).undone(as: "delete pattern"),
    CommandSpec(
      "pattern move", .pattern, .number("a number", "N", of: Patch.mostPatterns),
      does: "give it another number", as: "pattern move verse 1"
    ) { .arrange(.pattern(.move($0, to: $1))) }.touching(.music).undone(as: "move pattern"),
    CommandSpec(
      "text", .asLine, does: "write the pattern as text, or as one line that pastes it",
      as: "text", "text line"
    ) { .text(.show(asLine: $0)) }.query,
    CommandSpec(
      "paste", .lanes, does: "put in lanes; alone, the lines that follow",
      as: "paste kick: X...x...X...x..."
    ) { .text(.lanes($0)) }.touching(.music).rawText,
    CommandSpec(
      "paste from", .part,
      does: "write marks from a step on; what reaches past a lane's end is left out",
      as: "paste from 5 kick: X..x; snare: ..o."
    ) { .text(.part($0.lanes, from: $0.step)) }.touching(.music).rawText.undone(as: "paste"),
    CommandSpec(
      "paste pattern", .wholePattern, does: "put in a whole pattern, as `text` writes it",
      as: "paste pattern grid: 4/4; kick: x..."
    ) { .text(.pattern($0)) }.touching(.music).rawText.undone(as: "paste"),
  ]
}

extension Parameter where Value == PatternChoice {
  /// A pattern by name or number.
  static var pattern: Self {
    let shape = ParameterShape(
      "PATTERN", "a pattern", .text(words: ["next", "previous"], names: [.pattern]))
    return Self(shape) { words throws(CommandError) in
      PatternName.choice(try words.word("a pattern"))
    }
  }
}

extension Parameter where Value == SwitchMoment {
  /// When another pattern begins; the loop's end where nothing is said.
  static var moment: Self {
    let words = SwitchMoment.allCases.map(\.description)
    var shape = ParameterShape(
      "[\(words.joined(separator: "|"))]", "now, beat, bar or loop", .choice(words))
    shape.isOptional = true
    return Self(shape) { reader throws(CommandError) in
      reader.count == 0
        ? .loopEnd
        : try reader.choice(
          "now, beat, bar or loop", SwitchMoment.allCases.map { ($0.description, $0) })
    }
  }
}

extension Parameter where Value == String {
  /// A name that no command takes for something else.
  fileprivate static var newPatternName: Self {
    let shape = ParameterShape("NAME", "a name", .text(words: [], names: []))
    return Self(shape) { words throws(CommandError) in try words.newPatternName() }
  }
}

/// A pattern (nil is the selected one) and the name it gets.
private struct Renaming {
  var pattern: PatternChoice?
  var name: String
}

extension Parameter where Value == Renaming {
  fileprivate static var renaming: Self {
    let shape = ParameterShape("[PATTERN] NAME", "a name", .text(words: [], names: [.pattern]))
    return Self(shape) { words throws(CommandError) in
      let which = words.count > 1 ? PatternName.choice(try words.word("a pattern")) : nil
      return Renaming(pattern: which, name: try words.newPatternName())
    }
  }
}

extension ArgumentReader {
  fileprivate mutating func newPatternName() throws(CommandError) -> String {
    let name = try word("a name")
    if let problem = PatternName.problem(with: name) { throw error(problem) }
    return name
  }
}

extension Parameter where Value == Bool {
  fileprivate static var asLine: Self {
    var shape = ParameterShape("[line]", "line", .choice(["line"]))
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      words.count == 0 ? false : try words.choice("line", [("line", true)])
    }
  }
}

extension Parameter where Value == [WrittenLane] {
  fileprivate static var lanes: Self {
    Parameter<String>.text("lanes", "DRUM: STEPS; …").map { text throws(CommandError) in
      do { return try PatternNotation.lanes(text) } catch {
        throw CommandError("paste: \(error)", isUsage: true)
      }
    }
  }
}

/// Lanes that are written from a step on, counted from 0.
private struct PartOfLanes {
  var step: Int
  var lanes: [WrittenLane]
}

extension Parameter where Value == PartOfLanes {
  fileprivate static var part: Self {
    Parameter<String>.text("a step and lanes", "STEP DRUM: STEPS; …").map {
      text throws(CommandError) in
      let most = Int(Knob.steps.range.upperBound)
      let number = text.prefix { !$0.isWhitespace }
      guard let step = Int(number), (1...most).contains(step) else {
        throw CommandError(
          "paste from: expected a step of 1 to \(most), found “\(number)”", isUsage: true)
      }
      let lanes: [WrittenLane]
      do { lanes = try PatternNotation.lanes(String(text.dropFirst(number.count))) } catch {
        throw CommandError("paste from: \(error)", isUsage: true)
      }
      guard !lanes.isEmpty else {
        throw CommandError("paste from: lanes are missing, such as `kick: X..x`", isUsage: true)
      }
      return PartOfLanes(step: step - 1, lanes: lanes)
    }
  }
}

extension Parameter where Value == Pattern {
  fileprivate static var wholePattern: Self {
    Parameter<String>.text("a pattern", "grid: GRID; DRUM: STEPS; …").map {
      text throws(CommandError) in
      do { return try PatternNotation.pattern(text) } catch {
        throw CommandError("paste: \(error)", isUsage: true)
      }
    }
  }
}
