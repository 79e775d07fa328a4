import MusicalTime

/// Why text or subdivisions are not a valid temperament. Beats, markers and loops count from 0 here
/// and from 1 in messages.
public enum TemperamentError: Error, Hashable {
  /// The number of parts is out of range.
  case parts(Int)
  /// No beat is chosen.
  case noBeats
  /// The beat is out of range.
  case beat(Int, of: Int)
  /// A beat is chosen twice, or is out of order.
  case beatOrder(Int, of: Int)
  /// The mapping does not have one entry for each chosen upper beat.
  case mappingCount(Int, needed: Int)
  /// The mapping leads to a beat that is not chosen.
  case notChosen(Int, of: Int, mapped: Int)
  /// The mapping decreases.
  case mappingOrder(Int, mapped: Int)
  /// The number of loops is out of range.
  case loopCount(Int)
  /// The Euclidean rhythm is not valid.
  case euclid(EuclidError)
  /// The text is not a subdivision.
  case subdivisionText(String)
  /// The text is not a temperament; the reason.
  case text(String)
}

extension TemperamentError: CustomStringConvertible {
  /// Where, what is wrong and the limit, as a phrase.
  public var description: String {
    switch self {
    case .parts(let count): "parts of a subdivision: " + Subdivision.counts.expected(found: count)
    case .noBeats: "no beat is chosen: a subdivision needs one"
    case .beat(let beat, let count):
      "beat of a subdivision: " + (1...count).expected(found: beat + 1)
    case .beatOrder(let beat, let count):
      "beat \(beat + 1) of \(count): it must be after the beat before it"
    case .mappingCount(let count, let needed):
      "a mapping of \(count): it needs a lower beat for each of the \(needed) upper ones"
    case .notChosen(let beat, let count, let mapped):
      "upper beat \(mapped + 1) goes to lower beat \(beat + 1) of \(count), which isn't chosen"
    case .mappingOrder(let beat, let mapped):
      "upper beat \(mapped + 1) goes back to lower beat \(beat + 1): a mapping keeps the order"
    case .loopCount(let count): TemperingCourse.loopCounts.expected(unit: "loops", found: count)
    case .euclid(let error): error.description
    case .subdivisionText(let text):
      "expected a subdivision 5, 8(1,4,7) with the chosen beats, or E(3,8), found \(text.quoted)"
    case .text(let problem): problem
    }
  }
}
