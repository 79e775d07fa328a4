import MusicalTime
import Playback
import Rhythm

extension DrummerScheduler {
  /// How long before a bar line, in seconds, the bar's heard hits are evaluated, so that the next
  /// bar can respond.
  private static let forethought = 0.15

  /// Takes the notes played by others, which affect the drummer from the next bar line on.
  mutating func listen() {
    while let heard = engine.nextHeard() { ear.hear(heard.hit) }
    for bar in ear.unthought.sorted() {
      let settings = chart.settings[bar]
      guard settings.isOn, book?[bar] != nil, bar <= self.bar,
        chart.onlyListens(at: bar) || settings.listening > 0
      else {
        // A hit may lie a little ahead of what is planned.
        if bar <= self.bar { ear.thinkNoMore(of: bar) }
        continue
      }
      let line = CompiledBar.length * Int64(bar + 1) + CompiledBar.earliest
      guard line < now.planned + beats(in: Self.forethought) else { continue }
      mind(bar, settings)
      ear.thinkNoMore(of: bar)
    }
  }

  private mutating func mind(_ bar: Int, _ settings: DrummerSettings) {
    let player = ear.hits(in: bar)
    let own = book?[bar]?.hits ?? []
    let heard =
      chart.onlyListens(at: bar)
      ? player : LiveHitLog.merged(own, with: player, share: settings.listening, bar: bar)
    let played = now.isRolling ? nextBar - 1 : bar
    book?.hear(heard, as: bar, playedThrough: played)
    discard(from: max(bar, played) + 1)
  }
}
