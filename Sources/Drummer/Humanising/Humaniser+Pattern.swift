public import Rhythm

extension Humaniser {
  /// How many turns of a pattern are played to settle in before one is taken.
  private static let settling = 2
  /// The most strokes that are played for a file.
  private static let mostStrokes = 16_384

  /// How each stroke of an unrolled pattern would be played.
  public func hand(of pattern: UnrolledPattern) -> PatternHand {
    PatternHand(
      pattern, played: humanised(pattern.strokes.map(\.hit), until: pattern.span))
  }

  /// The pattern with the velocities and moments of a loop as it would be played; lanes that do not
  /// sound stay as they are.
  public func played(_ pattern: Pattern) throws(PatternError) -> Pattern {
    let unrolled = pattern.unrolled(
      pattern.audibleLanes, turns: Self.settling + 1, mostStrokes: Self.mostStrokes)
    return try pattern.played(by: hand(of: unrolled))
  }
}
