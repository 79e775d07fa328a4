import Rhythm

/// The one loud snare of a bar in half time, on the song's 3: half time by definition.
///
/// A half-time bar is half a bar of the drummer's, whose own backbeat on 2 or 4 becomes the song's 3.
struct Backbeat: BitwiseCopyable, Sendable {
  /// The step on which it must be.
  let step: Int
  /// Snare, or side stick where the groove has that.
  let drum: Int

  /// The softest bin on the backbeat, and the loudest of other snares in the bar: 82 and 58.
  private static let (softest, loudestOther) = (20, 14)

  /// The backbeat of a bar that starts at `step`; nil unless it is felt in half time, or if the
  /// drum may not sound.
  init?(_ bar: BarBuilder, _ feel: TempoFeel, near groove: GrooveTemplate?) {
    guard feel == .half else { return nil }
    step = bar.start + Vocabulary.stepsPerBar / 4
    let position = step
    func share(_ drum: Int) -> Float { groove?[drum, position].frequency ?? 0 }
    drum = share(Self.sideStick) > share(Self.snare) ? Self.sideStick : Self.snare
    guard bar.allows(drum) else { return nil }
  }

  private static let (snare, sideStick) = (1, 2)
  /// The offsets that count as on the beat: five ticks around the middle.
  private static let onBeat = 7...17

  /// Keeps the backbeat on its step: in half time half a sixteenth of the drummer's is a whole one of
  /// the song's.
  func limitOffset(_ logits: inout Logits, drum: Int, at step: Int) {
    guard step == self.step, drum == self.drum else { return }
    for offset in 0..<logits.count where !Self.onBeat.contains(offset) { logits.forbid(offset) }
  }

  /// Keeps snares on the backbeat loud, and the others soft.
  func limitVelocity(_ logits: inout Logits, drum: Int, at step: Int) {
    guard drum == Self.snare || drum == Self.sideStick else { return }
    if step == self.step, drum == self.drum {
      logits.forbid(below: Self.softest)
    } else {
      for bin in Self.loudestOther + 1..<logits.count { logits.forbid(bin) }
    }
  }
}
