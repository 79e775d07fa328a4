public import Rhythm

extension Humaniser {
  /// How many loops are played to settle in before one is taken.
  private static let settling = 2

  /// The pattern with the velocities of a loop as it would be played; its steps have no room for the
  /// moments, and lanes that do not sound stay as they are.
  public func velocities(of pattern: Pattern) throws(PatternError) -> Pattern {
    let hits = pattern.hits
    let played = loops(Self.settling + 1, of: hits, length: pattern.length).suffix(hits.count)
    var result = pattern
    for (given, hit) in zip(hits, played) {
      try result.set(step: pattern.step(at: given.beat), of: hit.drum, to: hit.velocity)
    }
    return result
  }
}
