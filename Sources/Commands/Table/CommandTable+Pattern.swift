import MusicalTime
public import Rhythm

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
      "paste pattern", .wholePattern, does: "put in a whole pattern, as `text` writes it",
      as: "paste pattern grid: 4/4; kick: x..."
    ) { .text(.pattern($0)) }.touching(.music).rawText.undone(as: "paste"),
  ]

  static let song: [CommandSpec] = [
    CommandSpec("song", does: "show the song") { .arrange(.song(.show)) }.query,
    CommandSpec("song play", .moment, does: "play the song from its top") {
      .arrange(.song(.play(at: $0)))
    }.access(.play).touching(.music),
    CommandSpec("song off", .moment, does: "play the pattern instead") {
      .arrange(.song(.off(at: $0)))
    }.access(.play).touching(.music),
    CommandSpec(
      "song add", .songPart, does: "add a section, of the pattern that is playing unless named",
      as: "song add verse x4 at 96"
    ) { .arrange(.song(.add($0))) }.touching(.music),
    CommandSpec(
      "song insert", .section, .songPart, does: "put a section before section N",
      as: "song insert 2 chorus x2"
    ) { .arrange(.song(.insert($0, $1))) }.touching(.music),
    CommandSpec("song delete", .section, does: "take a section out", as: "song delete 2") {
      .arrange(.song(.delete($0)))
    }.touching(.music),
    CommandSpec(
      "song move", .section, .section(shown: "TO"), does: "give a section another number",
      as: "song move 3 1"
    ) { .arrange(.song(.move($0, to: $1))) }.touching(.music),
    CommandSpec(
      "song repeat", .section, .knob(.repeats, "TIMES", "a number of times"),
      does: "how many times a section plays its pattern", as: "song repeat 1 4"
    ) { .arrange(.song(.repeat($0, count: $1))) }.touching(.music),
    CommandSpec(
      "song tempo", .section, .either(.tempo, or: "off"), does: "from the section's beginning on",
      as: "song tempo 2 90"
    ) { .arrange(.song(.tempo($0, $1))) }.touching(.music),
    CommandSpec(
      "song groove", .section, .songGroove, does: "instead of the pattern's groove",
      as: "song groove 1 swing16 50%"
    ) { .arrange(.song(.groove($0, $1))) }.touching(.music),
    CommandSpec(
      "song loop", .either(.section, or: "off"),
      does: "repeat a section, or go on with the song", as: "song loop 2"
    ) { .arrange(.song(.loop($0))) }.access(.play).touching(.music),
    CommandSpec(
      "song again", .onOff, does: "begin the song again when it ends", as: "song again on"
    ) { .arrange(.song(.again($0))) }.touching(.music),
    CommandSpec("song clear", does: "take all sections out") { .arrange(.song(.clear)) }
      .touching(.music),
  ]
}

extension Parameter where Value == Int {
  fileprivate static func section(shown usage: String) -> Self { section.shown(usage) }
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

extension Parameter where Value == SongPart {
  /// `[PATTERN] [xN] [at BPM]`, in any order.
  fileprivate static var songPart: Self {
    var shape = ParameterShape(
      "[PATTERN] [xN] [at BPM]", "a section", .text(words: ["at", "x2", "x4"], names: [.pattern]))
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      var part = SongPart()
      while let word = words.optionalWord() {
        if word == "at" {
          part.tempo = try Parameter<Tempo>.tempo.read(&words)
        } else if let times = PatternName.repeats(word) {
          guard Section.repeatCounts.contains(times) else {
            let counts = Section.repeatCounts
            throw words.error(
              "expected x\(counts.lowerBound) to x\(counts.upperBound), found “\(word)”")
          }
          part.repeats = times
        } else if part.pattern == nil {
          part.pattern = PatternName.choice(word)
        } else {
          throw words.error("unexpected “\(word)”")
        }
      }
      return part
    }
  }
}

extension Parameter where Value == SongGroove? {
  fileprivate static var songGroove: Self {
    let shape = ParameterShape(
      "NAME|off [TIMING] [VELOCITY]", "a groove, or off", .text(words: ["off"], names: [.groove]))
    return Self(shape) { words throws(CommandError) in
      if words.takes("off") { return nil }
      var groove = SongGroove(try words.grooveName())
      if words.count > 0 { groove.timing = try words.amount("an amount of timing") }
      if words.count > 0 { groove.velocity = try words.amount("an amount of velocity") }
      return groove
    }
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

/// How patterns are named in commands.
public enum PatternName {
  /// The words after `pattern` that are not a pattern's name.
  static let topics = ["list", "new", "copy", "rename", "delete", "move"]
  private static let taken = topics + ["next", "previous", "at", "off", "now"]

  /// What a word means: a number from 1, `next`, `previous`, or a name.
  public static func choice(_ word: String) -> PatternChoice {
    switch word {
    case "next": .next
    case "previous": .previous
    // A number below 1 is out of bounds like any other; one less must be a number still.
    default: Int(word).map { .number(max($0, 0) - 1) } ?? .name(word)
    }
  }

  /// Why a pattern can't get that name; nil where it can.
  public static func problem(with name: String) -> String? {
    if name.isEmpty { return "a name has at least one letter" }
    if name.count > 64 { return "a name has at most 64 letters" }
    if taken.contains(name) || Int(name) != nil || repeats(name) != nil {
      return "“\(name)” means something else here: choose another name"
    }
    let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a name has no control characters" : nil
  }

  /// The number in `x4`; nil for anything else.
  static func repeats(_ word: String) -> Int? {
    word.first == "x" && word.count > 1 ? Int(word.dropFirst()) : nil
  }
}
