import MusicalTime
import Playback
import Rhythm

extension DrummerScheduler {
  /// How long before a bar line, in seconds, the bar's live hits are evaluated, so that the next
  /// bar can respond.
  private static let evaluationLead = 0.15

  /// Takes the notes played by others, which affect the drummer from the next bar line on.
  mutating func listen() {
    while let stroke = engine.nextHeard() { liveHits.append(stroke.hit) }
    for bar in liveHits.unevaluated.sorted() {
      let settings = plan.settings[bar]
      guard settings.isOn, cache?[bar] != nil, bar <= self.bar,
        plan.onlyListens(at: bar) || settings.listening > 0
      else {
        // A hit may lie a little ahead of what is planned.
        if bar <= self.bar { liveHits.markEvaluated(bar) }
        continue
      }
      let line = CompiledBar.length * Int64(bar + 1) + CompiledBar.earliest
      guard line < now.planned + beats(in: Self.evaluationLead) else { continue }
      respond(to: bar, settings)
      liveHits.markEvaluated(bar)
    }
  }

  private mutating func respond(to bar: Int, _ settings: DrummerSettings) {
    let player = liveHits.hits(in: bar)
    let own = cache?[bar]?.hits ?? []
    let merged =
      plan.onlyListens(at: bar)
      ? player : LiveHitLog.merged(own, with: player, share: settings.listening, bar: bar)
    let played = now.isRolling ? nextBar - 1 : bar
    cache?.condition(on: merged, as: bar, playedThrough: played)
    discard(from: max(bar, played) + 1)
  }
}
