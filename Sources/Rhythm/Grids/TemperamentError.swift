import MusicalTime

/// What keeps subdivisions from being a temperament; beats, markers and loops are counted from 0 in
/// here and from 1 in words.
public enum TemperamentError: Error, Hashable {
  /// There can't be so many parts.
  case parts(Int)
  /// No beat is chosen.
  case noBeats
  /// There is no such beat.
  case beat(Int, of: Int)
  /// A beat is chosen twice, or after a later one.
  case beatOrder(Int, of: Int)
  /// The mapping hasn't one beat for each chosen one.
  case mappingCount(Int, needed: Int)
  /// The mapping goes to a beat that isn't chosen.
  case notChosen(Int, of: Int, mapped: Int)
  /// The mapping goes back.
  case mappingOrder(Int, mapped: Int)
  /// It can't move over so many loops.
  case loopCount(Int)
  /// No Euclidean rhythm.
  case euclid(EuclidError)
  /// Not the text of a subdivision.
  case subdivisionText(String)
  /// Not the text of a temperament; what is amiss with it.
  case text(String)
}

extension TemperamentError: CustomStringConvertible {
  /// Where, what is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .parts(let count): "a subdivision of \(count): a length has 1 to 256 parts"
    case .noBeats: "no beat is chosen: a subdivision needs one"
    case .beat(let beat, let count):
      "beat \(beat + 1): a subdivision of \(count) has 1 to \(count)"
    case .beatOrder(let beat, let count):
      "beat \(beat + 1) of \(count): it must come behind the beat before it"
    case .mappingCount(let count, let needed):
      "a mapping of \(count): it needs a lower beat for each of the \(needed) upper ones"
    case .notChosen(let beat, let count, let mapped):
      "upper beat \(mapped + 1) goes to lower beat \(beat + 1) of \(count), which isn't chosen"
    case .mappingOrder(let beat, let mapped):
      "upper beat \(mapped + 1) goes back to lower beat \(beat + 1): a mapping keeps the order"
    case .loopCount(let count): "over \(count.counted("loop")): it moves over 2 to 64"
    case .euclid(let error): error.description
    case .subdivisionText(let text):
      "“\(text)” is no subdivision: 5, 8(1,4,7) with the chosen beats, or E(3,8)"
    case .text(let problem): problem
    }
  }
}
