import Drummer
import MusicalTime
import Playback
import Rhythm

extension DrummerScheduler {
  /// Applies `settings` from the next bar on; with `always`, also to earlier bars when the song
  /// returns to them. While the song is stopped, applies them to all bars.
  mutating func steer(_ settings: DrummerSettings, always: Bool = false) {
    look()
    guard now.isRolling else {
      plan = SteeringPlan(settings, tempo: plan.tempo[max(bar, 0)])
      liveHits.forget()
      return rewrite(from: 0)
    }
    guard !always else { return replace(by: settings) }
    let next = nextBar
    plan.steer(settings, from: next)
    rewrite(from: next)
  }

  /// A fill from the next beat to the end of its bar.
  mutating func fill() {
    look()
    let early = plan.settings[max(bar, 0)].feel.earliness
    let earliest = now.isRolling ? now.planned + margin + early : now.position
    let beat = Beats(earliest.dividedRoundingUp(by: Beats(1)))
    let bar = Int(beat.dividedRoundingDown(by: CompiledBar.length))
    plan.fill(bar, from: beat - CompiledBar.length * Int64(bar))
    rewrite(from: bar)
  }

  /// Rests for `bars` bars.
  mutating func rest(_ bars: Int) {
    look()
    let next = nextBar
    plan.rest(next..<next + bars)
    rewrite(from: next)
  }

  /// Repeats the last `bars` bars.
  mutating func lock(_ bars: Int) {
    look()
    let next = nextBar
    plan.lock(bars, from: next)
    rewrite(from: next)
  }

  /// Ends the loop from the next bar on; false if there is none.
  mutating func release() -> Bool {
    look()
    let next = nextBar
    guard plan.release(from: next) else { return false }
    rewrite(from: next)
    return true
  }

  /// Restarts at the next bar as if `loop` had just been played, repeated to fill a phrase.
  mutating func prime(with loop: [[Hit]]) {
    look()
    guard !loop.isEmpty else { return }
    let next = now.isRolling ? nextBar : 0
    // As many bars as keep the position in the phrase: the end of a long song, or a short loop several
    // times.
    let whole = max(loop.count, 4)
    let count = min(whole, 32) / 4 * 4 + next % 4
    let skipped = max(loop.count - count, 0)
    let bars = (0..<count).map { loop[(skipped + $0) % loop.count] }
    plan.prime(next, with: bars)
    rewrite(from: next)
  }

  /// What sounded in the last `count` whole bars, and the number of the first; nil where there were
  /// fewer, or where the drummer has not got to them yet, as after a far jump.
  mutating func lastBars(_ count: Int) -> (first: Int, hits: [[Hit]])? {
    look()
    let end = Int(now.position.dividedRoundingDown(by: CompiledBar.length))
    guard let hits = hits(in: end - count..<end) else { return nil }
    return (end - count, hits)
  }

  /// What sounds in a bar, counted from 0: one that was played, or one that is ready to be; nil for
  /// any other, or where the drummer has not got there yet.
  mutating func hits(inBar number: Int) -> [Hit]? {
    look()
    guard number <= max(bar, 0) + lookahead else { return nil }
    return hits(in: number..<number + 1)?.first
  }

  /// What sounds in bars; nil before the song, or too far from those that are there.
  private mutating func hits(in bars: Range<Int>) -> [[Hit]]? {
    guard bars.lowerBound >= 0, var cache,
      cache.barsToWrite(through: bars.upperBound - 1) <= LiveDrummer.patience
    else { return nil }
    defer { self.cache = cache }
    var hits: [[Hit]] = []
    for bar in bars {
      while cache[bar] == nil { cache.write(toward: bar, by: plan) }
      hits.append(cache[bar]?.hits ?? [])
    }
    return hits
  }

  /// What the drummer does in a bar.
  func activity(in bar: Int) -> DrummerActivity {
    let direction = plan.direction(at: bar)
    guard direction.settings.isOn else { return .off }
    if plan.onlyListens(at: bar) { return .listening }
    if direction.isSilent { return .resting }
    return plan.source(of: bar) == nil ? .playing : .looping
  }
}
