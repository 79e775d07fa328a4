import MusicalTime
import Rhythm

/// What a command takes in one place, as help, completion and pages show it.
public struct ParameterShape: Sendable, Hashable, Codable {
  /// As the usage shows it: `DRUM`, `on|off`, `[VELOCITY]`.
  public var usage: String
  /// What it is, in words, as errors name it: “beats a minute”.
  public var meaning: String
  /// What kind of value it is.
  public var kind: Kind
  /// Whether it may be left out.
  public var isOptional = false

  /// What kind of value an argument is.
  public enum Kind: Sendable, Hashable {
    /// On or off.
    case `switch`
    /// A number from `lowest` to `highest`.
    case range(lowest: Double, highest: Double, unit: String, isWhole: Bool)
    /// One of these words.
    case choice([String])
    /// A name out of what there is.
    case name(NameKind)
    /// Anything else; of some of its words it is known what they may be, and of numbers within it their
    /// ranges, by what the usage calls them.
    case text(words: [String], names: [NameKind], numbers: [String: ClosedRange<Double>] = [:])
  }

  /// What names are of.
  public enum NameKind: String, Sendable, Hashable, Codable, CaseIterable {
    case drum, pattern, group, style, groove, grid, patch, file, midiFile, soundFont, section, port
    case command, unsaved, surface
  }

  init(_ usage: String, _ meaning: String, _ kind: Kind) {
    self.usage = usage
    self.meaning = meaning
    self.kind = kind
  }

  /// The same, where it may be left out.
  var optional: ParameterShape {
    var shape = self
    shape.isOptional = true
    if !usage.hasPrefix("[") { shape.usage = "[\(usage)]" }
    return shape
  }

  /// The words that it may be, as far as they are always the same.
  public var words: [String] {
    switch kind {
    case .switch: usage.split { "[|]".contains($0) }.map(String.init)
    case .range, .name: []
    case .choice(let words), .text(let words, _, _): words
    }
  }

  /// What names it may be of.
  public var names: [NameKind] {
    switch kind {
    case .name(let kind): [kind]
    case .text(_, let kinds, _): kinds
    case .switch, .range, .choice: []
    }
  }

  /// The ranges of its numbers, by what the usage calls them: `STEP`.
  public var ranges: [String: ClosedRange<Double>] {
    switch kind {
    case .range(let lowest, let highest, _, _):
      [usage.filter { !"[]".contains($0) }: lowest...highest]
    case .text(_, _, let numbers): numbers
    case .switch, .choice, .name: [:]
    }
  }
}

extension ParameterShape.Kind: Codable {
  private enum Key: String, CodingKey {
    case type, lowest, highest, unit, whole, words, names, numbers
  }

  /// An object with `type`: `switch`, `range`, `choice`, `name` or `text`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(String.self, forKey: .type) {
    case "switch": self = .switch
    case "range":
      self = .range(
        lowest: try values.decode(Double.self, forKey: .lowest),
        highest: try values.decode(Double.self, forKey: .highest),
        unit: try values.decode(String.self, forKey: .unit),
        isWhole: try values.decode(Bool.self, forKey: .whole))
    case "choice": self = .choice(try values.decode([String].self, forKey: .words))
    case "name":
      let names = try values.decode([ParameterShape.NameKind].self, forKey: .names)
      guard let name = names.first else {
        throw DecodingError.dataCorruptedError(
          forKey: .names, in: values, debugDescription: "expected a kind of name")
      }
      self = .name(name)
    default:
      self = .text(
        words: try values.decode([String].self, forKey: .words),
        names: try values.decode([ParameterShape.NameKind].self, forKey: .names),
        numbers: try values.decodeIfPresent([String: ClosedRange<Double>].self, forKey: .numbers)
          ?? [:])
    }
  }

  /// The same object.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .switch: try values.encode("switch", forKey: .type)
    case .range(let lowest, let highest, let unit, let isWhole):
      try values.encode("range", forKey: .type)
      try values.encode(lowest, forKey: .lowest)
      try values.encode(highest, forKey: .highest)
      try values.encode(unit, forKey: .unit)
      try values.encode(isWhole, forKey: .whole)
    case .choice(let words):
      try values.encode("choice", forKey: .type)
      try values.encode(words, forKey: .words)
    case .name(let kind):
      try values.encode("name", forKey: .type)
      try values.encode([kind], forKey: .names)
    case .text(let words, let names, let numbers):
      try values.encode("text", forKey: .type)
      try values.encode(words, forKey: .words)
      try values.encode(names, forKey: .names)
      if !numbers.isEmpty { try values.encode(numbers, forKey: .numbers) }
    }
  }
}

extension ParameterShape.Kind {
  /// A knob's range.
  static func knob(_ knob: Knob) -> Self {
    numbers(knob.range, unit: knob.unit, isWhole: knob.isWhole)
  }

  /// A part of a whole, which can be written with % as well.
  static let amount = numbers(Amount.range)

  /// Numbers of a range.
  static func numbers(
    _ range: ClosedRange<Double>, unit: String = "", isWhole: Bool = false
  ) -> Self {
    .range(lowest: range.lowerBound, highest: range.upperBound, unit: unit, isWhole: isWhole)
  }

  /// Whole numbers of a range.
  static func whole(_ range: ClosedRange<Int>) -> Self {
    numbers(ClosedRange(range), isWhole: true)
  }
}

extension Knob {
  /// Whether it is a part of a whole, which can be written with % as well.
  var isAmount: Bool {
    unit.isEmpty && !isWhole && range.lowerBound == Amount.range.lowerBound
      && range.upperBound <= Amount.range.upperBound
  }
}
