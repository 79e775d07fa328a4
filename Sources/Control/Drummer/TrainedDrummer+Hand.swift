public import Commands
import Drummer
public import Rhythm
public import Sequencing

extension TrainedDrummer {
  /// Turns of the pattern that are played differently before the first comes again…
  private static let turns = 8
  /// …or fewer, where they have more strokes than this: a stroke takes some 16 µs.
  private static let mostStrokes = 4_096

  /// What `patch` plays live and rendered: its pattern in this drummer's hand, or its song or its
  /// steps as they are where it asks for no hand. Throws where the drummer has none, or does not know the style.
  public func program(of patch: Patch) throws(CommandError) -> Program {
    let isSong = patch.playsSong && !patch.song.sections.isEmpty
    guard !isSong, let humaniser = try humaniser(for: patch) else { return Program(patch) }
    let pattern = patch.pattern
    let unrolled = pattern.unrolled(
      patch.audibleLanes(of: pattern), turns: Self.turns, mostStrokes: Self.mostStrokes)
    return Program(patch, hand: humaniser.hand(of: unrolled))
  }

  /// The hand that `patch` asks for, if it does.
  func humaniser(for patch: Patch) throws(CommandError) -> Humaniser? {
    guard let humanising = patch.humanising else { return nil }
    guard let hand else {
      throw CommandError("humanise: \(name) knows no micro-timing: use another model")
    }
    let style: Int?
    do throws(ModelError) { style = try hand.card.index(ofStyle: humanising.style) } catch {
      throw CommandError("humanise: \(error)")
    }
    return Humaniser(
      hand, Conditions(style: style, tempo: patch.tempo), amount: humanising.amount,
      seed: patch.drummer.seed)
  }
}
