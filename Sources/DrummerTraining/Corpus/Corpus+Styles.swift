import Drummer

extension Corpus {
  /// The styles of the pieces that are learned from: those of the Groove MIDI Dataset in their order
  /// where there are no others, else by name; empty where nobody says.
  public var styles: [String] {
    let found = Set(pieces(in: .train).map(\.style)).subtracting([""])
    return found.isSubset(of: Vocabulary.grooveStyles) && !found.isEmpty
      ? Vocabulary.grooveStyles : found.sorted()
  }
}
