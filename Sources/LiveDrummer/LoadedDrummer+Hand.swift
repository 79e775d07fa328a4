public import Drummer
public import Rhythm
public import Sequencing

extension LoadedDrummer {
  /// Variants of the pattern that are played before the first one repeats…
  private static let turns = 8
  /// …or fewer if they have more strokes than this: a stroke takes about 16 µs.
  private static let mostStrokes = 4_096

  /// The program that `patch` plays, live and rendered: its pattern humanised by this drummer, or
  /// its song or steps unchanged if it has no humanising. Throws if the drummer can't humanise, or
  /// doesn't know the style.
  public func program(of patch: Patch) throws(DrummerError) -> Program {
    guard let hand = try hand(of: patch) else { return Program(patch) }
    return Program(patch, hand: hand)
  }

  /// What this drummer makes of the pattern of `patch`; nil where its song plays, or it has no humanising.
  /// Lanes that are muted are played along with, so that a mute changes nothing of the others. Throws if
  /// the drummer can't humanise, or doesn't know the style.
  public func hand(of patch: Patch) throws(DrummerError) -> PatternHand? {
    let isSong = patch.playsSong && !patch.song.sections.isEmpty
    guard !isSong, let humaniser = try humaniser(for: patch) else { return nil }
    let pattern = patch.pattern
    return humaniser.hand(
      of: UnrolledPattern(
        pattern, lanes: pattern.lanes, turns: Self.turns, mostStrokes: Self.mostStrokes))
  }

  /// The humaniser that `patch` asks for; nil if it asks for none.
  public func humaniser(for patch: Patch) throws(DrummerError) -> Humaniser? {
    guard let humanising = patch.humanising else { return nil }
    guard let hand else {
      throw DrummerError("humanise: \(name) knows no micro-timing: use another model")
    }
    let style: Int?
    do throws(ModelError) { style = try hand.card.index(ofStyle: humanising.style) } catch {
      throw DrummerError("humanise: \(error)")
    }
    return Humaniser(
      hand, Conditions(style: style, tempo: patch.tempo), amount: humanising.amount,
      seed: patch.drummer.seed)
  }
}
