import MusicalTime

/// Parses the marks of a lane.
struct StepReader {
  private let marks: [Character]
  private var index = 0
  private var read: [Step?] = []
  /// The index of the hit that `+` would extend.
  private var holdable: Int?
  /// Whether the last mark was a hit or one of its sub-marks, and which sub-marks it has.
  private var isAfterHit = false
  private var subMarks: [Character] = []

  init(_ text: String) { marks = Array(text) }

  mutating func steps() throws(StepNotationError) -> [Step?] {
    while index < marks.count {
      let mark = marks[index]
      switch mark {
      case "X": add(StepNotation.accent)
      case "x": add(StepNotation.hit)
      case "o": add(StepNotation.soft)
      case ".": rest()
      case "+": try hold()
      case " ", "\t", "|": isAfterHit = false
      case "=", "!", "?", "*", "@", "&", "~", "#": try readSubMark(mark)
      default: throw error(.strangeMark(mark), at: index)
      }
      index += 1
    }
    return read
  }

  private mutating func add(_ velocity: Velocity) {
    holdable = read.count
    isAfterHit = true
    subMarks = []
    read.append(Step(velocity))
  }

  private mutating func rest() {
    holdable = nil
    isAfterHit = false
    read.append(nil)
  }

  private mutating func hold() throws(StepNotationError) {
    guard let holdable, var step = read[holdable] else {
      throw error(.nothingToHold, at: index)
    }
    isAfterHit = false
    step.hold = max(step.hold, read.count - holdable)
    read[holdable] = step
    read.append(nil)
  }

  /// Parses a sub-mark and its value; stops at its last character.
  private mutating func readSubMark(_ mark: Character) throws(StepNotationError) {
    let start = index
    guard isAfterHit, var step = read.last ?? nil else { throw error(.noHit(mark), at: start) }
    guard !subMarks.contains(mark) else { throw error(.twice(mark), at: start) }
    subMarks.append(mark)
    let isRead =
      switch mark {
      case "=": number(in: Knob.velocity.wholeRange) { step.velocity = Velocity(clamping: $0) }
      case "?": number(in: Step.probabilities) { step.probability = $0 }
      case "~": number(in: Step.holds) { step.hold = $0 }
      case "#": number(in: Clip.numbers) { step.clip = $0 - 1 }
      case "*": ratchet { step.ratchet = $0 }
      case "@": offset { step.offset = $0 }
      case "&": condition { step.condition = $0 }
      default: accent(&step)
      }
    guard isRead else {
      throw error(.value(mark, String(marks[start + 1..<index + 1].prefix(12))), at: start)
    }
    read[read.count - 1] = step
  }

  private func accent(_ step: inout Step) -> Bool {
    step.isAccented = true
    return true
  }

  private mutating func number(in range: ClosedRange<Int>, _ use: (Int) -> Void) -> Bool {
    guard let number = Int(takeDigits()), range.contains(number) else { return false }
    use(number)
    return true
  }

  private mutating func ratchet(_ use: (Ratchet) -> Void) -> Bool {
    guard let count = Int(takeDigits()) else { return false }
    var slope = 0
    for (sign, factor) in [("<" as Character, 1), (">", -1)] where takes(sign) {
      guard let size = Int(takeDigits()) else { return false }
      slope = factor * size
    }
    guard let ratchet = Ratchet(count: count, slope: slope) else { return false }
    use(ratchet)
    return true
  }

  private mutating func offset(_ use: (Beats) -> Void) -> Bool {
    var text = takes("-") ? "-" : ""
    text += takeDigits()
    if takes("/") {
      text += "/" + takeDigits()
    } else if takesPoint() {
      text += "." + takeDigits()
    }
    guard let beats = Beats(fraction: text), Step.offsets.contains(beats) else { return false }
    use(beats)
    return true
  }

  private mutating func condition(_ use: (StepCondition) -> Void) -> Bool {
    for condition in [StepCondition.fill, .notFill, .first] where takes(condition.description) {
      use(condition)
      return true
    }
    guard let turn = UInt8(takeDigits()), takes(":"), let count = UInt8(takeDigits()),
      let condition = StepCondition(turn: Int(turn), of: Int(count))
    else { return false }
    use(condition)
    return true
  }

  private mutating func takeDigits() -> String {
    let start = index + 1
    while index + 1 < marks.count, ("0"..."9").contains(marks[index + 1]) { index += 1 }
    return String(marks[start..<index + 1])
  }

  /// Takes a point that a digit follows; any other is a rest.
  private mutating func takesPoint() -> Bool {
    guard index + 2 < marks.count, ("0"..."9").contains(marks[index + 2]) else { return false }
    return takes(".")
  }

  private mutating func takes(_ word: String) -> Bool {
    let end = index + 1 + word.count
    guard end <= marks.count, marks[index + 1..<end].elementsEqual(word) else { return false }
    index += word.count
    return true
  }

  private mutating func takes(_ character: Character) -> Bool {
    guard index + 1 < marks.count, marks[index + 1] == character else { return false }
    index += 1
    return true
  }

  private func error(_ problem: StepNotationError.Reason, at column: Int) -> StepNotationError {
    let isAboutHit =
      switch problem {
      case .twice, .value: true
      case .strangeMark, .nothingToHold, .noHit: false
      }
    return StepNotationError(
      problem, column: column, step: isAboutHit ? read.count - 1 : read.count)
  }
}

extension StepCondition {
  /// The numbers of loops of which a step plays in one.
  public static let loops = 1...64

  /// In loop `turn`, from 1, of every `count`; nil unless `turn` is at most `count`.
  public init?(turn: Int, of count: Int) {
    guard Self.loops.contains(count), (1...count).contains(turn) else { return nil }
    self = .turn(UInt8(turn), of: UInt8(count))
  }
}
