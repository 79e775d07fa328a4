import MusicalTime
import Rhythm

extension ClipCode: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape("CODE", "a code", .text(words: ["-", "+", "?"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    try words.code(until: "seed")
  }
}

extension ArgumentReader {
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

extension SpeedRatio: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape("RATIO", "a ratio", .text(words: ["√2", "3/2"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try words.word("a ratio")
    guard let ratio = SpeedRatio(text) else {
      throw words.error(
        "expected a ratio of \(SpeedRatio.rangeInWords), such as 3/2, 0.75 or √2, "
          + "found \(text.asFound)")
    }
    return ratio
  }
}

extension ScaleAnchor: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "[from first|last|marker N]", "first, last or marker",
      .text(words: ["from", "first", "last", "marker"], names: [])
    ).optional
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard words.takes("from") else { return .first }
    if words.takes("marker") { return .handle(try Parameter<Int>.marker.read(&words)) }
    return try words.choice("first, last or marker", [("first", .first), ("last", .last)])
  }
}

extension Clip: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "DRUM|NOTE@CHANNEL|none [attack S] [decay S]", "a drum",
      .text(words: ["none", "attack", "decay"], names: [.drum]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let voice = try words.voice()
    var (attack, decay) = (0.0, 0.0)
    while words.count > 0 {
      switch try words.choice("attack or decay", [("attack", true), ("decay", false)]) {
      case true: attack = try words.number("seconds", in: Knob.attack.range, unit: "s")
      case false: decay = try words.number("seconds", in: Knob.decay.range, unit: "s")
      }
    }
    guard let envelope = Envelope(attack: Float(attack), decay: Float(decay)) else {
      throw words.error("expected seconds, found \(attack) and \(decay)")
    }
    return Clip(voice, envelope: envelope)
  }
}

extension StepCondition: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "1:4|fill|!fill|first|none", "a condition",
      .text(words: ["fill", "!fill", "first", "none"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try words.word("a condition")
    let steps = (try? StepNotation.steps("x&" + text)) ?? []
    var plain = Step(StepNotation.hit)
    plain.condition = steps.first??.condition
    // Other marks of the step would be lost.
    guard let condition = plain.condition, steps == [plain] else {
      throw words.error("expected 1:4, fill, !fill, first or none, found \(text.quoted)")
    }
    return condition
  }
}

extension Parameter where Value == Beats {
  static var stepOffset: Self {
    let given = beats("a distance in beats", "BEATS")
    return Self(given.shape) { words throws(CommandError) in
      let offset = try given.read(&words)
      guard Step.offsets.contains(offset) else {
        throw words.error(Step.offsets.expected(unit: "beats", found: offset))
      }
      return offset
    }
  }
}

extension Step: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape("x?50*3…", "a step", .text(words: ["X", "x", "o"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard let step = try words.writtenStep() else {
      throw words.error("expected a hit, found a rest: `delete` takes hits out")
    }
    return step
  }
}

extension SavedSelectionCommand: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "GROUP|NAME MARKER", "a group", .text(words: [], names: [.group]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let marker = Parameter<Int>.marker
    if let number = words.next.flatMap({ Int($0) }), number >= 0 {
      let saved = try Parameter<Int>.group.read(&words)
      return .place(saved, marker: try marker.read(&words))
    }
    let name = try words.word("a group")
    return .placeNamed(name, marker: try marker.read(&words))
  }
}
