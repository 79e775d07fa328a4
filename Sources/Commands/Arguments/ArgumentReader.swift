import MusicalTime
import Rhythm
import Shell

/// The words of a command's arguments, taken one after the other.
///
/// Every error names the command and ends in how it is used.
public struct ArgumentReader: Sendable {
  /// The command's words before its arguments, as in `clock source`.
  public let path: String
  private let usage: String
  private var words: ArraySlice<String>
  /// The words taken so far, each in its usual spelling.
  private(set) var taken: [String] = []

  init(_ words: some Sequence<String>, path: String, usage: String) {
    self.path = path
    self.usage = usage
    self.words = Array(words)[...]
  }

  /// How many words are left.
  var count: Int { words.count }

  /// The next word, which stays.
  var next: String? { words.first }

  /// The last of the words that are left.
  var last: String? { words.last }

  /// An error about this command that ends in how it is used.
  func error(_ problem: String) -> CommandError {
    CommandError("\(path): \(problem)" + (usage.isEmpty ? "" : "; usage: \(usage)"), isUsage: true)
  }

  /// An error about what is not there.
  func missing(_ what: String) -> CommandError {
    let first = what.prefix { $0 != " " }
    return error("\(what) \(first.count > 2 && first.hasSuffix("s") ? "are" : "is") missing")
  }

  /// Throws where words are left.
  func finish() throws(CommandError) {
    if let extra = words.first { throw error("unexpected “\(extra)”") }
  }

  // MARK: Words

  /// Takes the next word if it is this one.
  mutating func takes(_ word: String) -> Bool {
    guard words.first == word else { return false }
    _ = optionalWord()
    return true
  }

  mutating func optionalWord() -> String? {
    guard let word = words.popFirst() else { return nil }
    taken.append(word)
    return word
  }

  mutating func word(_ what: String) throws(CommandError) -> String {
    guard let word = optionalWord() else { throw missing(what) }
    return word
  }

  /// All words that are left.
  mutating func rest() -> [String] {
    defer { words = [] }
    taken += words
    return Array(words)
  }

  /// Gives the word taken last its usual spelling, by which changes are named.
  mutating func respell(_ word: String) {
    if !taken.isEmpty { taken[taken.count - 1] = word }
  }

  /// A word out of a few, and what it means.
  mutating func choice<Value>(
    _ what: String, _ choices: [(word: String, value: Value)]
  ) throws(CommandError) -> Value {
    let word = try word(what)
    guard let found = choices.first(where: { $0.word == word }) else {
      throw error("expected \(what), found “\(word)”")
    }
    return found.value
  }

  // MARK: Numbers

  mutating func number(
    _ what: String, in range: ClosedRange<Double>, unit: String = "", whole: Bool = false
  ) throws(CommandError) -> Double {
    let text = try word(what)
    guard let number = Double(text), range.contains(number), !whole || number == number.rounded()
    else { throw error(range.expected(unit.isEmpty ? what : "", unit: unit, found: text)) }
    return number
  }

  mutating func whole(_ what: String, in range: ClosedRange<Int>) throws(CommandError) -> Int {
    Int(try number(what, in: ClosedRange(range), whole: true))
  }

  /// How much of something: up to `most`, at most all of it, or with its sign the same in hundredths.
  mutating func amount(_ what: String, upTo most: Double = 1) throws(CommandError) -> Double {
    let text = try word(what)
    let isPercent = text.hasSuffix("%")
    let number = Double(isPercent ? String(text.dropLast()) : text).map {
      $0 / (isPercent ? 100 : 1)
    }
    guard let number, (0...most).contains(number) else {
      let share = Double(text).flatMap { $0 > 1 && $0 <= 100 * most ? $0 : nil }
      let guess = share.map { ": write \(text)% or \($0 / 100)" } ?? ""
      let next = number == 1 ? ", which is 100%" : guess
      throw error("expected \(what) of \(Amount.words(upTo: most)), found \(text.asFound)\(next)")
    }
    return number
  }

  mutating func beats(_ what: String) throws(CommandError) -> Beats {
    let text = try word(what)
    guard let beats = Beats(fraction: text) else {
      throw error("expected \(what), such as 1/8 or 0.5, found “\(text)”")
    }
    return beats
  }

  mutating func velocity() throws(CommandError) -> Velocity {
    Velocity(clamping: try whole("a velocity", in: Knob.velocity.wholeRange))
  }

  // MARK: Drums

  mutating func drum() throws(CommandError) -> Drum {
    let name = try word("a drum")
    guard let drum = Drum(name: name) else {
      throw unknown(drum: name, or: "or a note of \(Drum.notes.words())")
    }
    respell(drum.name)
    return drum
  }

  mutating func voice() throws(CommandError) -> Voice {
    let name = try word("a drum")
    guard let voice = Voice(name: name) else {
      throw unknown(
        drum: name, or: "a note of \(Drum.notes.words()), or a note and a channel as in 64@3")
    }
    respell("\(voice)")
    return voice
  }

  /// An error that says which drum was probably meant, or else all there are.
  private func unknown(drum name: String, or others: String) -> CommandError {
    let names = Drum.all.map(\.name)
    guard let guess = Spelling.nearest(to: name, among: names) else {
      return error("unknown drum “\(name)”: expected \(names.joined(separator: ", ")), \(others)")
    }
    return error("unknown drum “\(name)”; did you mean “\(guess)”? `ghostnote kit list` names all")
  }
}

extension String {
  /// Whether it begins with a sign, as a change does.
  var isSigned: Bool { hasPrefix("+") || hasPrefix("-") }
}
