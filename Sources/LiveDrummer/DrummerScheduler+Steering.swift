import Drummer
import MusicalTime
import Playback
import Rhythm

extension DrummerScheduler {
  /// Applies `settings` from the next bar on, or to all bars while the song is stopped, and leaves
  /// what else was asked for. With `always`, applies them to all bars and drops fills, rests and
  /// loops.
  mutating func steer(_ settings: DrummerSettings, always: Bool = false) {
    look()
    guard !always else { return replace(by: settings) }
    guard now.isRolling else {
      plan.steer(settings, from: 0)
      return restart()
    }
    let next = nextBar
    plan.steer(settings, from: next)
    rewrite(from: next)
  }

  /// Applies `settings` of another patch to all bars and drops fills, rests, loops and primers; does
  /// nothing where all is so already.
  mutating func open(_ settings: DrummerSettings) {
    look()
    guard plan.hasRequests || plan.settings.contains(where: { $0 != settings }) else { return }
    plan.dropPrimers()
    replace(by: settings)
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

  /// Ends the loop from the next bar on, and those that come later; false if there are none.
  mutating func release() -> Bool {
    look()
    let next = nextBar
    guard plan.release(from: next) else { return false }
    rewrite(from: next)
    return true
  }

  /// Restarts at the next bar as if `primer` had just been played, repeated to fill a phrase.
  mutating func prime(with primer: Primer) {
    look()
    let length = primer.bars.count
    let next = now.isRolling ? nextBar : 0
    // As many bars as keep the position in the phrase: the end of a long song, or a short one several
    // times.
    let count = min(max(length, 4), 32) / 4 * 4 + next % 4
    // Counted from the end, so that the last bar is heard last.
    let first = primer.isPattern ? 0 : length - count
    let bars = (first..<first + count).map { primer.bars[($0 % length + length) % length] }
    plan.prime(next, with: bars)
    rewrite(from: next)
  }

  /// What sounded in the last `count` whole bars, and the number of the first; nil where there were
  /// fewer, or where the song jumped over one of them.
  mutating func lastBars(_ count: Int) -> (first: Int, hits: [[Hit]])? {
    look()
    let end = Int(now.position.dividedRoundingDown(by: CompiledBar.length))
    let hits = (end - count..<end).compactMap { sounded[$0] }
    guard hits.count == count else { return nil }
    return (end - count, hits)
  }

  /// What sounds in a bar, counted from 0: one that is being played or is ready, as it is now, else
  /// one that was played, as it was then; nil for any other, or where the drummer has not got there
  /// yet.
  mutating func hits(inBar number: Int) -> [Hit]? {
    look()
    guard number >= 0, number <= max(bar, 0) + lookahead else { return nil }
    let isToCome = number >= bar && plan.settings[number].isOn
    if !isToCome, let hits = sounded[number] { return hits }
    return generatedHits(inBar: number)
  }

  /// The hits of a bar as it is generated now; nil where that takes too long.
  private mutating func generatedHits(inBar number: Int) -> [Hit]? {
    guard let left = cache?.barsToWrite(through: number), left <= LiveDrummer.patience else {
      return nil
    }
    while cache?[number] == nil { cache?.write(toward: number, by: plan) }
    return cache?[number]?.hits
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
