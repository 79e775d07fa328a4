/// Chooses one of a patch's patterns.
public enum PatternChoice: Sendable, Hashable {
  /// The pattern with this name.
  case name(String)
  /// The pattern with this index.
  case number(Int)
  /// The pattern after the selected one; after the last, the first.
  case next
  /// The pattern before the selected one; before the first, the last.
  case previous
}

extension Patch {
  /// The index of the chosen pattern; throws if it does not exist.
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

  /// The index of the pattern with this name, or nil.
  public func number(ofPattern name: String) -> Int? {
    patterns.firstIndex { $0.name == name }
  }

  /// The pattern that a section plays; nil for a section of another patch.
  public func pattern(of section: Section) -> Pattern? {
    number(ofPattern: section.pattern).map { patterns[$0] }
  }

  /// The patterns that the song's sections play, each once.
  public var patternsOfSections: [Pattern] {
    let names = Set(song.sections.map(\.pattern))
    return patterns.filter { names.contains($0.name) }
  }
}
