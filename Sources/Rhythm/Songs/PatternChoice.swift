/// Which of a patch's patterns is meant.
public enum PatternChoice: Sendable, Hashable {
  /// The one of that name.
  case name(String)
  /// The one of that number, counted from 0.
  case number(Int)
  /// The one behind the selected one; behind the last, the first.
  case next
  /// The one before the selected one; before the first, the last.
  case previous
}

extension Patch {
  /// The number, from 0, of the pattern that is meant; throws where there is none.
  public func number(of choice: PatternChoice) throws(PatchRuleError) -> Int {
    switch choice {
    case .name(let name):
      guard let found = number(ofPattern: name) else { throw .noPatternNamed(name) }
      return found
    case .number(let number):
      guard patterns.indices.contains(number) else {
        throw .noPattern(number: number, count: patterns.count)
      }
      return number
    case .next: return (selected + 1) % patterns.count
    case .previous: return (selected + patterns.count - 1) % patterns.count
    }
  }

  /// The number, from 0, of the pattern of that name; nil where there is none.
  public func number(ofPattern name: String) -> Int? {
    patterns.firstIndex { $0.name == name }
  }
}
