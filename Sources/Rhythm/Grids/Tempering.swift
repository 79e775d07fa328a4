import MusicalTime

/// A temperament and its amount over time.
public struct Tempering: Sendable, Hashable {
  /// The two rhythms and their mapping.
  public var temperament: Temperament
  /// The amount in each loop.
  public var course: TemperingCourse

  /// `temperament` with the amounts of `course`.
  public init(_ temperament: Temperament, _ course: TemperingCourse) {
    self.temperament = temperament
    self.course = course
  }
}

extension Tempering: CustomStringConvertible {
  /// `5:7 1/2`, moving as in `5:7 0 to 1 over 8 sine`, or with a mapping (from 1) as in `3:4 1/2
  /// map 1,2,4`; parses to the same tempering.
  public var description: String {
    let (upper, lower) = (temperament.upper, temperament.lower)
    var text = "\(upper):\(lower) \(course)"
    if temperament.mapping != Temperament.usualMapping(from: upper, to: lower) {
      text += " map " + temperament.mapping.map { "\($0 + 1)" }.joined(separator: ",")
    }
    return text
  }

  /// Parses text as in `description`.
  public init(_ text: some StringProtocol) throws(TemperamentError) {
    var words = String(text).split(whereSeparator: \.isWhitespace)[...]
    guard let pair = words.popFirst() else { throw .text("two subdivisions are missing: 5:7") }
    let sides = pair.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw .text("expected two subdivisions as in 5:7, found \(pair.quoted)")
    }
    let (upper, lower) = (try Subdivision(sides[0]), try Subdivision(sides[1]))
    var mapping: [Int]?
    if let start = words.firstIndex(of: "map") {
      mapping = try Self.mapping(words[(start + 1)...])
      words = words[..<start]
    }
    self.init(
      try Temperament(upper, lower, mapping: mapping),
      try TemperingCourse(words.joined(separator: " ")))
  }

  private static func mapping(_ words: ArraySlice<Substring>) throws(TemperamentError) -> [Int] {
    let texts = words.joined(separator: " ")
      .split(separator: ",", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { Int($0) }.filter { $0 > .min }
    guard !texts.isEmpty, numbers.count == texts.count else {
      let text = words.joined(separator: " ")
      throw .text("expected a mapping to lower beats as in 1,2,4, found \(text.quoted)")
    }
    return numbers.map { $0 - 1 }
  }
}

extension TemperingCourse: CustomStringConvertible {
  /// `1/2`, or moving as in `0 to 1 over 8 sine`; parses to the same course.
  public var description: String {
    loopCount == 1 ? "\(from)" : "\(from) to \(to) over \(loopCount) \(shape.rawValue)"
  }

  /// Parses `1/2`, `0 to 1 over 8 sine`, or `1/2 over 8` (from 0, linear).
  public init(_ text: some StringProtocol) throws(TemperamentError) {
    var words = String(text).split(whereSeparator: \.isWhitespace)[...]
    let first = try Self.amount(words.popFirst())
    guard !words.isEmpty else {
      self = .fixed(first)
      return
    }
    var (from, to) = (Amount.none, first)
    if words.first == "to" {
      words.removeFirst()
      (from, to) = (first, try Self.amount(words.popFirst()))
    }
    guard words.popFirst() == "over", let word = words.popFirst(), let loops = Int(word) else {
      throw .text("a number of loops is missing: over 8")
    }
    if words.first == "loops" { words.removeFirst() }
    let shape = words.popFirst() ?? "line"
    guard let shape = Shape(rawValue: String(shape)) else {
      throw .text("expected line, sine or back, found \(shape.quoted)")
    }
    if let extra = words.first { throw .text("unexpected argument \(extra.quoted)") }
    try self.init(from: from, to: to, shape, loops: loops)
  }

  private static func amount(_ word: Substring?) throws(TemperamentError) -> Amount {
    guard let word else { throw .text("an amount of \(Amount.words()) is missing, as in 1/2") }
    guard let amount = Amount(word) else {
      let limit = (1...Amount.mostDenominator).words()
      let denominator = word.contains("/") ? ", with a denominator of \(limit)" : ""
      throw .text(
        "expected an amount of \(Amount.words()), as in 1/2\(denominator), "
          + "found \(String(word).asFound)")
    }
    return amount
  }
}
