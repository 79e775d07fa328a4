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
    guard let humanised = try humanisedHits(of: patch) else { return Program(patch) }
    return Program(patch, humanised: humanised)
  }

  /// The pattern of `patch` as this drummer plays it; nil where its song plays, or it has no humanising.
  /// Lanes that are muted are played along with, so that a mute changes nothing of the others. Throws if
  /// the drummer can't humanise, or doesn't know the style.
  public func humanisedHits(of patch: Patch) throws(DrummerError) -> HumanisedHits? {
    guard !patch.playsSections, let humaniser = try humaniser(for: patch) else { return nil }
    let pattern = patch.pattern
    return humaniser.humanisedHits(
      of: UnrolledPattern(
        pattern, lanes: pattern.lanes, turns: Self.turns, mostStrokes: Self.mostStrokes))
  }

  /// The humaniser that `patch` asks for; nil if it asks for none.
  public func humaniser(for patch: Patch) throws(DrummerError) -> Humaniser? {
    guard let humanising = patch.humanising else { return nil }
    guard let tables = humanisingTables else {
      throw DrummerError("humanise: \(name) knows no micro-timing: use another model")
    }
    let style: Int?
    do throws(ModelError) { style = try tables.card.index(ofStyle: humanising.style) } catch {
      throw DrummerError("humanise: \(error)")
    }
    return Humaniser(
      tables, Conditions(style: style, tempo: patch.tempo), amount: humanising.amount,
      seed: patch.drummer.seed)
  }
}
