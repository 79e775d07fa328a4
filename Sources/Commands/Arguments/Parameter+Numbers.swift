import MusicalTime
import Rhythm

extension Parameter where Value == Double {
  static func knob(
    _ knob: Knob, _ usage: String = "0…1", _ what: String? = nil
  ) -> Self {
    let meaning = what ?? (knob.unit.isEmpty ? "a value" : knob.unit)
    // “s is missing” reads as a slip.
    let what = meaning == "s" ? "a time in seconds" : meaning
    return Self(ParameterShape(usage, meaning, .knob(knob))) { words throws(CommandError) in
      knob.isAmount
        ? try words.amount(what, upTo: knob.range.upperBound)
        : try words.number(what, in: knob.range, unit: knob.unit, whole: knob.isWhole)
    }
  }

  /// A number in a range, whole or not.
  static func number(
    _ what: String, _ usage: String, in range: ClosedRange<Double>, unit: String = ""
  ) -> Self {
    Self(ParameterShape(usage, what, .numbers(range, unit: unit))) { words throws(CommandError) in
      try words.number(what, in: range, unit: unit)
    }
  }

  /// A part of a whole, which can be written with % as well.
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
  static var group: Self { .number("a group", "GROUP", of: SavedSelection.count) }
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

extension Parameter where Value == Velocity {
  static var velocity: Self {
    Self(ParameterShape("VELOCITY", "a velocity", .knob(.velocity))) { words throws(CommandError) in
      try words.velocity()
    }
  }
}
