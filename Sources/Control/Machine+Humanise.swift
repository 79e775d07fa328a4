import Drummer
import Rhythm
import Sequencing

extension Machine {
  /// Turns of the pattern that are played anew before the first comes again.
  private static let turns = 8

  /// Gives the pattern a drummer's hand, or takes it away; throws where there is none, or it does
  /// not know the style.
  func humanise(_ humanising: Humanising?) throws(CommandError) {
    var edited = patch
    edited.humanising = humanising
    _ = try hand(for: edited)
    try adopt(edited, from: path)
    isEdited = true
  }

  /// Gives the pattern the hand that its patch asks for, where the engine began without; throws why
  /// there is none.
  public func takeHand() throws(CommandError) {
    guard try hand(for: patch) != nil else { return }
    try adopt(patch, from: path)
  }

  /// What `patch` plays; its steps as they are where there is no hand for it.
  func program(of patch: Patch) -> Program {
    guard let hand = try? hand(for: patch) else { return Program(patch) }
    let (pattern, turns) = (patch.pattern, patch.pattern.loops ? Self.turns : 1)
    return Program(
      patch, hits: hand.loops(turns, of: pattern.hits, length: pattern.length),
      turns: Int64(turns))
  }

  /// Why `patch`, which asks for a hand, plays its steps as they are; nil where it does not. Throws
  /// where there is a drummer, but not for this style.
  func stiffness(of patch: Patch) throws(CommandError) -> String? {
    do throws(CommandError) { _ = try hand(for: patch) } catch {
      guard !drummer.isHired else { throw error }
      return "the pattern plays as its steps are: \(error)"
    }
    return nil
  }

  /// The hand that `patch` asks for, if it does.
  private func hand(for patch: Patch) throws(CommandError) -> Humaniser? {
    guard let humanising = patch.humanising else { return nil }
    let found = try drummer.hire()
    guard let tables = found.hand else {
      throw CommandError("humanise: \(found.name) knows no micro-timing: use another model")
    }
    let style: Int?
    do throws(ModelError) { style = try tables.card.index(ofStyle: humanising.style) } catch {
      throw CommandError("humanise: \(error)")
    }
    return Humaniser(
      tables, Conditions(style: style, tempo: patch.tempo), amount: humanising.amount,
      seed: patch.drummer.seed)
  }
}
