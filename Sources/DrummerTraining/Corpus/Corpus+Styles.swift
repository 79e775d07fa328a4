import Drummer

extension Corpus {
  /// The styles of the training pieces: if all are from the Groove MIDI Dataset, its styles in their
  /// order, else sorted by name; empty if no piece has one.
  public var styles: [String] {
    let found = Set(pieces(in: .train).map(\.style)).subtracting([""])
    return found.isSubset(of: Vocabulary.grooveStyles) && !found.isEmpty
      ? Vocabulary.grooveStyles : found.sorted()
  }
}
