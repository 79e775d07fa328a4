public import Rhythm

extension Humaniser {
  /// The number of loops played first, so that the state settles.
  private static let settling = 2
  /// The maximum number of hits for a file.
  private static let mostStrokes = 16_384

  /// The humanised timing and velocity of each hit of an unrolled pattern.
  public func humanisedHits(of pattern: UnrolledPattern) -> HumanisedHits {
    HumanisedHits(
      pattern, played: humanised(pattern.strokes.map(\.hit), until: pattern.span))
  }

  /// The pattern with humanised velocities and offsets of one loop, those of muted lanes too.
  public func played(_ pattern: Pattern) throws(PatternError) -> Pattern {
    let unrolled = UnrolledPattern(
      pattern, lanes: pattern.lanes, turns: Self.settling + 1, mostStrokes: Self.mostStrokes)
    return try humanisedHits(of: unrolled).applied(to: pattern)
  }
}
