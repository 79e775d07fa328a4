import CommandText

/// The lines of standard input: which one it is, what is pasted, and how many were refused.
struct ScriptLines {
  /// Lines that failed.
  private(set) var refused = 0
  private var count = 0
  private var pasting = PasteLines()
  private let isTyped: Bool

  /// Lines that are `typed`, or those of a script, of which errors name the number.
  init(typed isTyped: Bool) { self.isTyped = isTyped }

  /// What a line asks for.
  enum Step: Equatable {
    /// Carry out this line.
    case carryOut(String)
    /// Nothing yet: it is part of what is pasted. What begins that says so.
    case wait(saying: String?)
  }

  /// Takes a line as it was read.
  mutating func take(_ written: String) -> Step {
    count += 1
    let wasOpen = pasting.isOpen
    guard let line = pasting.take(written) else {
      return .wait(saying: wasOpen ? nil : "paste: the lines that follow, until an empty one")
    }
    return .carryOut(line)
  }

  /// What was pasted when no more lines come; nil for nothing.
  mutating func end() -> String? { pasting.end() }

  /// Counts a line that was not even read.
  mutating func skip() { count += 1 }

  /// Counts what is wrong with the line just read; returns it, for a script with the line's number.
  mutating func refuse(_ problem: String) -> String {
    refused += 1
    return isTyped ? problem : "line \(count): \(problem)"
  }
}
