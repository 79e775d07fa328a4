public import Commands
import Drummer
import LiveDrummer
import Rhythm
import Sequencing

extension Machine {
  /// Gives the pattern a drummer's hand, or takes it away; throws where there is none, or it does
  /// not know the style.
  func humanise(_ humanising: Humanising?) throws(CommandError) {
    var edited = patch
    edited.humanising = humanising
    _ = try hand(for: edited)
    try change(humanising == nil ? "humanise off" : "humanise", to: edited)
  }

  /// Gives the pattern the hand that its patch asks for, where the engine began without; throws why
  /// there is none.
  public func takeHand() throws(CommandError) {
    guard try hand(for: patch) != nil else { return }
    guard publish(patch, as: nil) else { throw Self.busy }
  }

  /// What `patch` plays, or only that section of its song; its steps as they are in a song and where
  /// no hand fits it.
  func program(of patch: Patch, section: Int?) -> Program {
    programCount += 1
    let patch = played(patch)
    let isSong = Heard(patch: patch, loopedSection: section).isSong
    guard !isSong, patch.humanising != nil,
      let program = try? drummer.load().program(of: patch)
    else { return Program(patch, section: section) }
    return program
  }

  /// Why `patch`, which asks for a hand, plays its steps as they are; nil where it does not. Throws
  /// where there is a drummer, but not for this style.
  func humaniseFailure(of patch: Patch) throws(CommandError) -> String? {
    do throws(CommandError) { _ = try hand(for: patch) } catch {
      guard !drummer.isHired else { throw error }
      return "the pattern plays as its steps are: \(error)"
    }
    return nil
  }

  /// The hand that `patch` asks for, if it does.
  private func hand(for patch: Patch) throws(CommandError) -> Humaniser? {
    guard patch.humanising != nil else { return nil }
    return try CommandError.wrapping { try drummer.load().humaniser(for: patch) }
  }
}
