public import MusicalTime

/// What keeps patterns and sections from being a patch; counted from 0 in here and from 1 in words.
public enum PatchRuleError: Error, Hashable {
  case patternCount(Int)
  /// There is no pattern of that number among `count`.
  case noPattern(number: Int, count: Int)
  case noPatternNamed(String)
  case secondPattern(String)
  /// The only pattern can't be taken out.
  case lastPattern
  /// A section plays the pattern that is to go.
  case patternInSong(String, section: Int)
  /// All patterns together have so many strokes in lanes that take several loops to come round.
  case unrolledStrokes(Int)
  case sectionCount(Int)
  /// There is no section of that number among `count`.
  case noSection(number: Int, count: Int)
  /// A section names a pattern that is not there.
  case sectionPattern(String, section: Int)
  /// A tempo within a section is not behind the beat of the one before, or there are too many.
  case sectionTempo(number: Int, after: Beats)
}

extension PatchRuleError: CustomStringConvertible {
  /// What is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .patternCount(let count): "\(count) patterns: a patch has 1 to \(Patch.mostPatterns)"
    case .noPattern(let number, let count):
      "pattern \(number + 1): the patch has \(Self.count(count, "pattern"))"
    case .noPatternNamed(let name): "pattern “\(name)”: the patch has none of that name"
    case .secondPattern(let name):
      "pattern “\(name)”: two patterns have that name; give one another"
    case .lastPattern: "the only pattern can't be deleted: `clear` empties it"
    case .patternInSong(let name, let section):
      "pattern “\(name)”: section \(section + 1) of the song plays it; delete that first"
    case .unrolledStrokes(let count):
      "\(count) strokes in lanes whose moving markers and turning hits take several loops to come "
        + "round: a patch has at most \(Patch.mostUnrolledStrokes)"
    case .sectionCount(let count): "\(count) sections: a song has at most \(Song.mostSections)"
    case .noSection(let number, let count):
      "section \(number + 1): the song has \(Self.count(count, "section"))"
    case .sectionPattern(let name, let section):
      "song, section \(section + 1): the patch has no pattern “\(name)”"
    case .sectionTempo(let number, let beat):
      "tempo \(number + 1): a section has at most \(Section.mostTempi) tempi, in order: this one "
        + "belongs behind beat \(beat.fraction)"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)s" : count == 1 ? "only one" : "\(count)"
  }
}
