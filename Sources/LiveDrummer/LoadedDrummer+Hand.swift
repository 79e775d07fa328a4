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
    let isSong = patch.playsSong && !patch.song.sections.isEmpty
    guard !isSong, let humaniser = try humaniser(for: patch) else { return Program(patch) }
    let pattern = patch.pattern
    let unrolled = UnrolledPattern(
      pattern, lanes: patch.audibleLanes(of: pattern), turns: Self.turns,
      mostStrokes: Self.mostStrokes)
    return Program(patch, hand: humaniser.hand(of: unrolled))
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
