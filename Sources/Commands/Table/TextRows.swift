import MusicalTime
public import Rhythm

/// What can be asked about the pattern as text.
public enum TextCommand: Sendable, Hashable {
  /// Write it, a line a lane or as one command line that pastes it.
  case show(asLine: Bool)
  /// Put these lanes in the places of those of their voices.
  case lanes([WrittenLane])
  /// Write these lanes' steps from a step on, counted from 0; their other steps and settings stay.
  case part([WrittenLane], from: Int)
  /// Put this in the place of the pattern; without a name it takes that pattern's.
  case pattern(Pattern)
}

/// Commands about the pattern as text.
enum TextRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      "text", .asLine, does: "write the pattern as text, or as one line that pastes it",
      as: "text", "text line"
    ) { .text(.show(asLine: $0)) }.query,
    CommandSpec(
      "paste", .lanes, does: "put in lanes; alone, the lines that follow",
      as: "paste kick: X...x...X...x..."
    ) { .text(.lanes($0)) }.touching(.music).rawText,
    CommandSpec(
      "paste from", .of(PartOfLanes.self),
      does: "write marks from a step on; what reaches past a lane's end is left out",
      as: "paste from 5 kick: X..x; snare: ..o."
    ) { .text(.part($0.lanes, from: $0.step)) }.touching(.music).rawText.undone(as: "paste"),
    CommandSpec(
      "paste pattern", .of(Pattern.self), does: "put in a whole pattern, as `text` writes it",
      as: "paste pattern grid: 4/4; kick: x..."
    ) { .text(.pattern($0)) }.touching(.music).rawText.undone(as: "paste"),
  ]
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

extension Parameter where Value == String {
  /// The text of lanes or of a pattern; with nothing but comments in it, `what` is missing.
  fileprivate static func notation(_ what: String, _ usage: String) -> Self {
    let given = text(what, usage)
    return Self(given.shape) { words throws(CommandError) in
      let text = try given.read(&words)
      guard !PatternNotation.isBlank(text) else { throw words.missing(what) }
      return text
    }
  }
}

extension Parameter where Value == [WrittenLane] {
  fileprivate static var lanes: Self {
    Parameter<String>.notation("lanes", "DRUM: STEPS; …").map { text throws(CommandError) in
      do { return try PatternNotation.lanes(text) } catch {
        throw CommandError("paste: \(error)", isUsage: true)
      }
    }
  }
}

/// Lanes that are written from a step on, counted from 0.
private struct PartOfLanes: CommandArgument {
  var step: Int
  var lanes: [WrittenLane]

  private static let given = Parameter<String>.text("the text of a pattern", "STEP DRUM: STEPS; …")

  static var parameterShape: ParameterShape { given.shape }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try given.read(&words)
    let steps = Knob.steps.wholeRange
    let number = text.prefix { !$0.isWhitespace }
    guard let step = Int(number), steps.contains(step) else {
      throw CommandError(
        "paste from: \(steps.expected("a step", found: String(number)))", isUsage: true)
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

extension Pattern: CommandArgument {
  private static let written = Parameter<String>.notation(
    "a pattern", "grid: GRID; DRUM: STEPS; …")

  static var parameterShape: ParameterShape { written.shape }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try written.read(&words)
    do { return try PatternNotation.pattern(text) } catch {
      throw CommandError("paste: \(error)", isUsage: true)
    }
  }
}
