public import MusicalTime

/// Why an edit of patterns or the song is refused. Indices count from 0 here and from 1 in
/// messages.
public enum PatchRuleError: Error, Hashable {
  case patternCount(Int)
  /// No pattern has this index.
  case noPattern(number: Int, count: Int)
  case noPatternNamed(String)
  case secondPattern(String)
  /// The only pattern cannot be removed.
  case lastPattern
  /// A section plays the pattern that should be removed.
  case patternInSong(String, section: Int)
  /// Too many hits, over all patterns, in lanes that repeat only after several loops.
  case unrolledStrokes(Int)
  /// Too many hits in the patterns that the song plays.
  case songStrokes(Int)
  case sectionCount(Int)
  /// No section has this index.
  case noSection(number: Int, count: Int)
  /// A section names a pattern that does not exist.
  case sectionPattern(String, section: Int)
  /// A tempo change is not after the one before it in its section, or there are too many.
  case sectionTempo(number: Int, after: Beats)
}

extension PatchRuleError: CustomStringConvertible {
  /// The problem and the limit, as a phrase.
  public var description: String {
    switch self {
    case .patternCount(let count):
      "a number of patterns: " + (1...Patch.mostPatterns).expected(found: count)
    case .noPattern(let number, let count):
      "pattern \(number + 1): the patch has \(Self.count(count, "pattern"))"
    case .noPatternNamed(let name): "pattern \(name.quoted) does not exist"
    case .secondPattern(let name):
      "pattern “\(name)”: the name is already used; choose another"
    case .lastPattern: "the only pattern can't be deleted: `clear` empties it"
    case .patternInSong(let name, let section):
      "pattern “\(name)”: section \(section + 1) of the song plays it; delete that first"
    case .unrolledStrokes(let count):
      "\(count) hits in lanes that repeat only after several loops "
        + "(moving markers, rotating hits): a patch has at most \(Patch.mostUnrolledStrokes)"
    case .songStrokes(let count):
      "\(count) hits in the patterns that the song plays: a song has at most \(Patch.mostSongStrokes): "
        + "take hits or patterns out of it"
    case .sectionCount(let count): "\(count) sections: a song has at most \(Song.mostSections)"
    case .noSection(let number, let count):
      "section \(number + 1): the song has \(Self.count(count, "section"))"
    case .sectionPattern(let name, let section):
      "song, section \(section + 1): the patch has no pattern \(name.quoted)"
    case .sectionTempo(let number, let beat):
      "tempo \(number + 1): a section has at most \(Section.mostTempi) tempi, in order: this one "
        + "must be after beat \(beat.fraction)"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)s" : count == 1 ? "only one" : "\(count)"
  }
}
