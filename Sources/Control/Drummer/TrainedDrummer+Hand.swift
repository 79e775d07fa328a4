import Drummer
public import Rhythm
public import Sequencing

extension TrainedDrummer {
  /// Turns of the pattern that are played anew before the first comes again.
  private static let turns = 8

  /// What `patch` plays live and rendered: its pattern in this drummer's hand, or its steps as they
  /// are where it asks for no hand. Throws where the drummer has none, or does not know the style.
  public func program(of patch: Patch) throws(CommandError) -> Program {
    guard let hand = try humaniser(for: patch) else { return Program(patch) }
    let (pattern, turns) = (patch.pattern, patch.pattern.loops ? Self.turns : 1)
    return Program(
      patch, hits: hand.loops(turns, of: pattern.hits, length: pattern.length),
      turns: Int64(turns))
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
