import Rhythm

extension CommandReader {
  /// The words after a command, taken one after the other.
  struct Arguments {
    private(set) var verb: String
    private var words: ArraySlice<String>

    init(verb: String, words: [String]) {
      self.verb = verb
      self.words = words[...]
    }

    var count: Int { words.count }

    /// The next word, which stays.
    var next: String? { words.first }

    /// An error about this command that ends in how it is used.
    func error(_ problem: String) -> CommandError {
      let usages = CommandVerb.all.filter { $0.name == verb }.map(\.usage)
      let usage = usages.isEmpty ? "" : "; usage: " + usages.joined(separator: " or ")
      return CommandError("\(verb): \(problem)\(usage)", isUsage: true)
    }

    /// Makes the word just taken part of the command: `clock` becomes `clock source`.
    mutating func narrow(to topic: String) { verb += " " + topic }

    /// Takes the next word if it is this one.
    mutating func takes(_ word: String) -> Bool {
      guard words.first == word else { return false }
      words.removeFirst()
      return true
    }

    func finish() throws(CommandError) {
      if let extra = words.first { throw error("“\(extra)” is too much") }
    }

    mutating func optionalWord() -> String? { words.popFirst() }

    mutating func word(_ what: String) throws(CommandError) -> String {
      guard let word = words.popFirst() else { throw error("\(what) is missing") }
      return word
    }

    mutating func number(
      _ what: String, in range: ClosedRange<Double>, whole: Bool = false
    ) throws(CommandError) -> Double {
      let text = try word(what)
      guard let number = Double(text), range.contains(number), !whole || number == number.rounded()
      else {
        let ends = "\(Self.tidy(range.lowerBound)) to \(Self.tidy(range.upperBound))"
        throw error("“\(text)” is not \(what) of \(ends)")
      }
      return number
    }

    /// How much of something: 0 to 1, or with its sign 0% to 100%.
    mutating func amount(_ what: String) throws(CommandError) -> Double {
      let text = try word(what)
      let isPercent = text.hasSuffix("%")
      let number = Double(isPercent ? String(text.dropLast()) : text).map {
        $0 / (isPercent ? 100 : 1)
      }
      guard let number, (0...1).contains(number) else {
        let hint = isPercent ? "" : ", or of 0% to 100% with its sign"
        throw error("“\(text)” is not \(what) of 0 to 1\(hint)")
      }
      return number
    }

    /// The same; nil where nothing follows.
    mutating func optionalAmount(_ what: String) throws(CommandError) -> Double? {
      words.isEmpty ? nil : try amount(what)
    }

    mutating func knob(_ knob: Knob) throws(CommandError) -> Float {
      Float(
        try number(knob.unit.isEmpty ? "a value" : knob.unit, in: knob.range, whole: knob.isWhole))
    }

    mutating func drum() throws(CommandError) -> Drum {
      let name = try word("a drum")
      guard let drum = Drum(name: name) else {
        throw error("“\(name)” is no drum: a name such as kick, or a note 35 to 60")
      }
      return drum
    }

    mutating func voice() throws(CommandError) -> Voice {
      let name = try word("a drum")
      guard let voice = Voice(name: name) else {
        throw error(
          "“\(name)” is no drum: a name such as kick, a note 35 to 60, or a note and a channel as in 64@3"
        )
      }
      return voice
    }

    mutating func optionalVoice() throws(CommandError) -> Voice? {
      words.isEmpty ? nil : try voice()
    }

    mutating func onOrOff(standard: Bool? = nil) throws(CommandError) -> Bool {
      if let standard, words.isEmpty { return standard }
      switch try word("on or off") {
      case "on": return true
      case "off": return false
      case let other: throw error("“\(other)” is neither on nor off")
      }
    }

    mutating func asJSON() throws(CommandError) -> Bool {
      guard let option = optionalWord() else { return false }
      guard option == "--json" else { throw error("“\(option)” is not --json") }
      return true
    }

    mutating func optionalVelocity() throws(CommandError) -> Velocity? {
      guard !words.isEmpty else { return nil }
      return Velocity(clamping: Int(try number("a velocity", in: 1...127, whole: true)))
    }

    /// A velocity, a mark of the step notation, or a plain hit when nothing is said; nil clears.
    mutating func stepVelocity() throws(CommandError) -> Velocity? {
      guard let text = words.first else { return StepNotation.hit }
      if text.count == 1, let steps = try? StepNotation.steps(text), let step = steps.first {
        words.removeFirst()
        return step?.velocity
      }
      return Velocity(exactly: Int(try number("a velocity", in: 0...127, whole: true)))
    }

    mutating func curve() throws(CommandError) -> VelocityCurve {
      switch try word("a curve") {
      case "linear": return .linear
      case "soft": return .soft
      case "hard": return .hard
      case "fixed":
        let velocity = try number("a velocity", in: 1...127, whole: true)
        return .fixed(Velocity(clamping: Int(velocity)))
      case let other: throw error("“\(other)” is no curve")
      }
    }

    private static func tidy(_ number: Double) -> String {
      number == number.rounded() ? String(Int(number)) : String(number)
    }
  }
}
