import MusicalTime
import Rhythm

/// One argument of a command: how it is shown, and how it is read. Its range stands here and nowhere
/// else, so that no value outside can get into a `Command`.
struct Parameter<Value: Sendable>: Sendable {
  let shape: ParameterShape
  let read: @Sendable (inout ArgumentReader) throws(CommandError) -> Value

  init(
    _ shape: ParameterShape,
    read: @escaping @Sendable (inout ArgumentReader) throws(CommandError) -> Value
  ) {
    self.shape = shape
    self.read = read
  }

  /// The same value, as something else.
  func map<Other: Sendable>(
    _ change: @escaping @Sendable (Value) throws(CommandError) -> Other
  ) -> Parameter<Other> {
    Parameter<Other>(shape) { [read] words throws(CommandError) in try change(try read(&words)) }
  }

  /// The same with another name in usages.
  func shown(_ usage: String) -> Parameter {
    var shape = shape
    shape.usage = usage
    return Parameter(shape, read: read)
  }
}

// MARK: What may be left out

extension Parameter {
  /// Nil where no word is left.
  static func optional<Given: Sendable>(_ given: Parameter<Given>) -> Parameter<Given?>
  where Value == Given? {
    Parameter<Given?>(given.shape.optional) { words throws(CommandError) in
      words.count == 0 ? nil : try given.read(&words)
    }
  }

  /// `standard` where no word is left.
  static func optional(_ given: Parameter, standard: Value) -> Parameter {
    Parameter(given.shape.optional) { words throws(CommandError) in
      words.count == 0 ? standard : try given.read(&words)
    }
  }

  /// Nil unless `word` comes first, as in `[snap BEATS]`.
  static func following<Given: Sendable>(
    _ word: String, _ given: Parameter<Given>
  ) -> Parameter<Given?> where Value == Given? {
    var shape = given.shape
    shape.usage = "[\(word) \(given.shape.usage)]"
    shape.isOptional = true
    shape.kind = .text(words: [word], names: given.shape.names)
    return Parameter<Given?>(shape) { words throws(CommandError) in
      words.takes(word) ? try given.read(&words) : nil
    }
  }

  /// Nil for `word`, as in `BPM|off`.
  static func either<Given: Sendable>(
    _ given: Parameter<Given>, or word: String
  ) -> Parameter<Given?> where Value == Given? {
    var shape = given.shape
    shape.usage += "|\(word)"
    shape.kind = .text(words: shape.words + [word], names: shape.names)
    return Parameter<Given?>(shape) { words throws(CommandError) in
      words.takes(word) ? nil : try given.read(&words)
    }
  }

  /// One at least, as many as there are words.
  static func several<Given: Sendable>(_ given: Parameter<Given>) -> Parameter<[Given]>
  where Value == [Given] {
    Parameter<[Given]>(given.shape.repeated) { words throws(CommandError) in
      var values: [Given] = []
      repeat { values.append(try given.read(&words)) } while words.count > 0
      return values
    }
  }
}

extension ParameterShape {
  fileprivate var repeated: ParameterShape {
    var shape = self
    shape.usage += "…"
    return shape
  }
}

// MARK: Numbers

extension Parameter where Value == Double {
  static func knob(
    _ knob: Knob, _ usage: String = "0…1", _ what: String? = nil
  ) -> Self {
    let what = what ?? (knob.unit.isEmpty ? "a value" : knob.unit)
    return Self(ParameterShape(usage, what, .knob(knob))) { words throws(CommandError) in
      knob.isAmount
        ? try words.amount(what, upTo: knob.range.upperBound)
        : try words.number(what, in: knob.range, whole: knob.isWhole)
    }
  }

  /// 0 to 1, or with its sign 0% to 100%.
  static func amount(_ what: String, _ usage: String = "0…1") -> Self {
    Self(ParameterShape(usage, what, .amount)) { words throws(CommandError) in
      try words.amount(what)
    }
  }
}

extension Parameter where Value == Float {
  static func knob(_ knob: Knob, _ usage: String) -> Self {
    Parameter<Double>.knob(knob, usage).map { Float($0) }
  }
}

extension Parameter where Value == Int {
  static func whole(_ what: String, _ usage: String, in range: ClosedRange<Int>) -> Self {
    Self(ParameterShape(usage, what, .whole(range))) { words throws(CommandError) in
      try words.whole(what, in: range)
    }
  }

  static func knob(_ knob: Knob, _ usage: String, _ what: String) -> Self {
    whole(what, usage, in: knob.wholeRange)
  }

  /// Counted from 1 by people, from 0 by programs.
  static func number(_ what: String, _ usage: String, of count: Int) -> Self {
    whole(what, usage, in: 1...count).map { $0 - 1 }
  }

  /// A number of bars, or 0 for `off`.
  static func barsOrOff(_ knob: Knob) -> Self {
    Parameter<Int?>.either(.bars(knob), or: "off").map { $0 ?? 0 }
  }

  static func bars(_ knob: Knob) -> Self { .knob(knob, "BARS", "a number of bars") }

  static var marker: Self { .number("a marker", "MARKER", of: Grid.counts.upperBound) }
  static var clip: Self { .number("a clip", "CLIP", of: Clip.count) }
  static var group: Self { .number("a group", "GROUP", of: Group.count) }
  static var section: Self { .number("a section", "N", of: Song.mostSections) }
  static var muteGroup: Self { .knob(.muteGroup, "GROUP", "a group") }
}

extension Parameter where Value == UInt64 {
  static func seed(_ what: String = "a seed") -> Self {
    Self(ParameterShape("N", what, .knob(.seed))) { words throws(CommandError) in
      UInt64(try words.number(what, in: Knob.seed.range, whole: true))
    }
  }
}

extension Parameter where Value == Tempo {
  static var tempo: Self {
    Parameter<Double>.knob(.tempo, "BPM", "beats a minute").map { Tempo(clampingBPM: $0) }
  }
}

extension Parameter where Value == Beats {
  static func beats(_ what: String, _ usage: String = "BEATS") -> Self {
    Self(ParameterShape(usage, what, .text(words: [], names: []))) { words throws(CommandError) in
      try words.beats(what)
    }
  }
}

// MARK: Words

extension Parameter where Value == Bool {
  static var onOff: Self {
    Self(ParameterShape("on|off", "on or off", .switch)) { words throws(CommandError) in
      try words.choice("on or off", [("on", true), ("off", false)])
    }
  }
}

extension Parameter where Value == String {
  static func name(
    _ what: String, _ usage: String, of kind: ParameterShape.NameKind
  ) -> Self {
    Self(ParameterShape(usage, what, .name(kind))) { words throws(CommandError) in
      try words.word(what)
    }
  }

  static func word(_ what: String, _ usage: String) -> Self {
    Self(ParameterShape(usage, what, .text(words: [], names: []))) { words throws(CommandError) in
      try words.word(what)
    }
  }

  /// All words that are left, as one; where there are none, `missing` says what is missing.
  static func text(_ what: String, _ usage: String) -> Self {
    Self(ParameterShape(usage, what, .text(words: [], names: []))) { words throws(CommandError) in
      let text = words.rest().joined(separator: " ")
      guard !text.isEmpty else { throw words.missing(what) }
      return text
    }
  }
}

extension Parameter {
  /// One of a few words, each of which means something.
  static func choice(_ what: String, _ choices: [(word: String, value: Value)]) -> Self {
    let words = choices.map(\.word)
    let shape = ParameterShape(words.joined(separator: "|"), what, .choice(words))
    return Self(shape) { reader throws(CommandError) in try reader.choice(what, choices) }
  }

  /// The same, of what has a word for each of its values.
  static func choice(_ what: String) -> Self
  where Value: CaseIterable & RawRepresentable<String> {
    choice(what, Value.allCases.map { ($0.rawValue, $0) })
  }
}

// MARK: Drums

extension Parameter where Value == Drum {
  static var drum: Self {
    Self(ParameterShape("DRUM", "a drum", .name(.drum))) { words throws(CommandError) in
      try words.drum()
    }
  }
}

extension Parameter where Value == Voice {
  static var voice: Self {
    Self(ParameterShape("DRUM", "a drum", .name(.drum))) { words throws(CommandError) in
      try words.voice()
    }
  }
}

extension Parameter where Value == Int {
  /// How much louder, or (negative) softer: a number with its sign, by which it is known.
  static var velocityChange: Self {
    let most = Knob.velocity.wholeRange.upperBound - 1
    let shape = ParameterShape("+N|-N", "a change of velocity", .whole(-most...most))
    return Self(shape) { words throws(CommandError) in
      try words.whole("a change of velocity", in: -most...most)
    }
  }
}

extension Parameter where Value == Bool {
  /// Whether `word` is there, as in `[over]`.
  static func flag(_ word: String) -> Self {
    let shape = ParameterShape("[\(word)]", word, .choice([word])).optional
    return Self(shape) { words throws(CommandError) in words.takes(word) }
  }
}

extension Parameter where Value == Velocity {
  static var velocity: Self {
    Self(ParameterShape("VELOCITY", "a velocity", .knob(.velocity))) { words throws(CommandError) in
      try words.velocity()
    }
  }
}
