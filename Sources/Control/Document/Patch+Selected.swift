import Rhythm

extension Patch {
  /// The index of the pattern that `other`, this patch before or after one change, selects, wherever that is moved
  /// and whatever it is called, by its name first; nil where it is missing.
  func number(ofSelectedIn other: Patch) -> Int? {
    if let found = number(ofPattern: other.pattern.name) { return found }
    // A rename leaves every other name in its place; other patterns, as an import brings, do not.
    guard patterns.count == other.patterns.count else { return nil }
    let isRenamed = patterns.indices.allSatisfy { number in
      number == other.selected || patterns[number].name == other.patterns[number].name
    }
    return isRenamed ? other.selected : nil
  }
}
