import MusicalTime
import Rhythm

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

  /// A name that is not a number: a number would mean the group of that number.
  static var groupName: Self {
    Self(ParameterShape("NAME", "a name", .text(words: [], names: []))) {
      words throws(CommandError) in
      let name = try words.word("a name")
      guard Int(name) == nil else {
        throw words.error(
          "expected a name, found \(name.quoted), which means a group by its number")
      }
      return name
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

extension Parameter where Value == Bool {
  /// Whether `word` is there, as in `[over]`.
  static func flag(_ word: String) -> Self {
    let shape = ParameterShape("[\(word)]", word, .choice([word])).optional
    return Self(shape) { words throws(CommandError) in words.takes(word) }
  }
}

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
