import Clock
import Drummer
import MusicalTime
import Playback
import Rhythm

/// The live drummer's logic: keeps the bars around the song position ready for the engine.
///
/// A functional core without threads or clocks; the shell calls `attend` repeatedly.
struct DrummerScheduler: ~Copyable, Sendable {
  /// How far ahead of the engine's planning nothing is changed, in seconds.
  static let margin = 0.05

  var engine: EngineDrummer
  let lookahead: Int
  var plan: SteeringPlan
  /// The generated bars; nil without a drummer.
  var cache: BarCache?
  var liveHits = LiveHitLog()
  /// The bar of an announced jump.
  private(set) var expected: Int?
  /// Where the engine planned when the jump was announced.
  private var expectedAt = Beats.zero
  /// The engine's status when last read.
  private(set) var now = EngineStatus()
  /// What the engine has.
  private var held = HeldBars()
  /// What has sounded, whatever the plan and the cache became afterwards.
  private(set) var sounded = SoundedBars()
  /// The tempo last set while the song was stopped.
  private var tempoAtRest: Tempo
  /// Bars that the engine has and may keep, besides those needed now.
  private var kept: BarRange?
  /// Bars that were sounding when all others were replaced, until the song leaves them.
  private var sounding: Range<Int>?

  /// A part without a drummer, with `settings` and `lookahead` bars kept ready.
  init(settings: DrummerSettings, lookahead: Int, engine: consuming EngineDrummer) {
    self.engine = engine
    self.lookahead = min(
      max(lookahead, LiveDrummer.lookaheads.lowerBound), LiveDrummer.lookaheads.upperBound)
    now = self.engine.status()
    tempoAtRest = Self.wholeTempo(now.tempo)
    plan = SteeringPlan(settings, tempo: tempoAtRest)
  }

  /// Gives the part to `drummer`.
  mutating func load(_ drummer: any BarInventor) { cache = BarCache(drummer) }

  /// Does one small piece of pending work, at most one bar; false if there is none.
  mutating func attend() -> Bool {
    look()
    followTempo()
    listen()
    guard isWanted, cache != nil else { return setPlaying(false) }
    for bar in wantedBars {
      guard let entry = cache?[bar] else {
        cache?.write(toward: bar, by: plan)
        return true
      }
      if send(entry, as: bar) == .refused { return false }
    }
    return setPlaying(true) || prune()
  }

  /// How many bars must be generated until all that are needed now are ready.
  var barsToWrite: Int {
    guard isWanted, let cache else { return 0 }
    return wantedBars.reduce(0) { max($0, cache.barsToWrite(through: $1)) }
  }

  /// Whether the drummer plays in any bar.
  var isEverOn: Bool { plan.settings.contains { $0.isOn } }

  /// Reads the engine's status.
  mutating func look() {
    let before = now
    now = engine.status()
    sounded.follow(from: before, to: now, held)
    // A jump that another program leads may end elsewhere, or the song may have passed the bar
    // already.
    if expected == bar || now.planned > expectedAt + Beats(4) || now.planned < expectedAt - Beats(4)
    {
      expected = nil
    }
    if !now.isRolling || now.planned < before.planned { straighten() }
    if now.planned < before.planned || before.planned + Beats(4) < now.planned { liveHits.forget() }
  }

  /// Announces that the song jumps to `beat`, whose bar must be ready before.
  mutating func expect(_ beat: Beats) {
    look()
    expected = max(Self.bar(at: beat), 0)
    expectedAt = now.planned
  }

  /// The bar that the engine is planning.
  var bar: Int { Self.bar(at: now.planned) }

  /// The first bar in which nothing is decided yet, nor will be shortly; while the song is stopped,
  /// the bar it is in.
  var nextBar: Int { now.isRolling ? Self.bar(at: now.planned + margin) + 1 : bar }

  /// `DrummerScheduler.margin` in beats.
  var margin: Beats { beats(in: Self.margin) }

  func beats(in seconds: Double) -> Beats {
    Beats(units: Int64(seconds * now.tempo.bpm / 60 * Double(Beats.unitsPerBeat)))
  }

  /// Bars change from `bar` on; the engine's copies from there on are outdated.
  mutating func rewrite(from bar: Int) {
    cache?.forget(from: bar)
    discard(from: bar)
  }

  /// Makes the engine drop its bars from `bar` on, once the new ones are ready.
  mutating func discard(from bar: Int) {
    held.outdate { $0 >= bar }
    kept = BarRange(first: kept?.first ?? 0, last: min(kept?.last ?? .max, Int64(bar) - 1))
  }

  /// Begins again at rest, as the plan is now: all bars are generated at the tempo of this one.
  mutating func restart() {
    plan.change(to: plan.tempo[max(bar, 0)], from: 0)
    liveHits.forget()
    rewrite(from: 0)
  }

  /// Applies `settings` to all bars, except those sounding, which are partly decided, and drops
  /// fills, rests and loops.
  mutating func replace(by settings: DrummerSettings) {
    guard now.isRolling else {
      plan.replace(by: settings, but: 0..<0)
      return restart()
    }
    let first = max(Int(now.planned.dividedRoundingDown(by: CompiledBar.length)), 0)
    let bars = first..<max(nextBar, first)
    plan.replace(by: settings, but: bars)
    cache?.forget(but: bars)
    held.outdate { !bars.contains($0) }
    kept = BarRange(first: Int64(bars.lowerBound), last: Int64(bars.upperBound) - 1)
    sounding = bars
  }

  /// Applies the new settings to the bars that were sounding when all others were replaced.
  private mutating func straighten() {
    guard let bars = sounding else { return }
    sounding = nil
    plan.straighten(bars)
    // The turns of listening are counted from where they started.
    guard plan.settings[bars.upperBound].answerBars == 0 else { return rewrite(from: 0) }
    cache?.forget(only: bars)
    held.outdate { bars.contains($0) }
    kept = BarRange(first: Int64(bars.upperBound), last: kept?.last ?? .max - 1)
  }

  /// The bar whose hits may lie at `beat`, including hits slightly early.
  static func bar(at beat: Beats) -> Int {
    Int((beat - CompiledBar.earliest).dividedRoundingDown(by: CompiledBar.length))
  }

  static func wholeTempo(_ tempo: Tempo) -> Tempo { Tempo(clampingBPM: tempo.bpm.rounded()) }
}

extension DrummerScheduler {
  private enum Sending { case done, notNeeded, refused }

  /// The bars around the song position, those that Start begins with, then those of a jump, which
  /// may be far away and take longer.
  private var wantedBars: [Int] {
    let near = Array(around) + (0...lookahead)
    guard let expected else { return near }
    let slots = Set(near.map { CompiledBar.place(of: Int64($0)) })
    return near
      + (expected...expected + 1).filter { !slots.contains(CompiledBar.place(of: Int64($0))) }
  }

  private var isWanted: Bool {
    let jump = expected ?? around.lowerBound
    return (jump...jump + 1).contains { plan.settings[$0].isOn }
      || around.contains { plan.settings[$0].isOn }
  }

  /// The bar that the song is in and those after it; one more once the next bar's early hits have
  /// begun.
  private var around: ClosedRange<Int> {
    let first = Int(now.planned.dividedRoundingDown(by: CompiledBar.length))
    return max(first, 0)...max(bar, 0) + lookahead
  }

  private mutating func send(_ entry: BarCache.Entry, as bar: Int) -> Sending {
    guard !held.holds(bar, version: entry.version) else { return .notNeeded }
    let hits = entry.hits
    guard engine.send(.bar(CompiledBar(number: Int64(bar), hits: hits))) else { return .refused }
    held.put(bar, version: entry.version, hits: hits)
    return .done
  }

  private mutating func setPlaying(_ plays: Bool) -> Bool {
    guard held.plays != plays, engine.send(.plays(plays)) else { return false }
    held.plays = plays
    return true
  }

  /// Makes the engine drop outdated bars.
  private mutating func prune() -> Bool {
    guard let kept else { return false }
    let around = BarRange(first: Int64(around.lowerBound), last: Int64(around.upperBound))
    let isJoined =
      kept.first <= kept.last && kept.last + 1 >= around.first && around.last + 1 >= kept.first
    let joined = BarRange(
      first: min(kept.first, around.first), last: max(kept.last, around.last))
    let valid = isJoined ? joined : around
    let home = BarRange(first: 0, last: Int64(lookahead))
    guard engine.send(.keepOnly(valid, and: home)) else { return false }
    held.keepOnly(valid, and: home)
    self.kept = nil
    return true
  }

  /// Passes the tempo to the drummer, in whole BPM to ignore small changes; of a followed one beyond
  /// `Tempo.range`, the nearest. While stopped it applies to the whole song, else to new bars only;
  /// bars already played stay as they were.
  private mutating func followTempo() {
    let known = now.isRolling ? plan.tempo.last : tempoAtRest
    let nearest = Tempo(clampingBPM: now.tempo.bpm)
    guard abs(nearest.bpm - known.bpm) >= 1.5 else { return }
    let tempo = Self.wholeTempo(nearest)
    if !now.isRolling {
      tempoAtRest = tempo
      guard now.leader == .internal else { return }
      plan.change(to: tempo, from: 0)
      return rewrite(from: 0)
    }
    tempoAtRest = tempo
    guard (cache?.last ?? 0) <= bar + lookahead else { return }
    let next = nextBar
    plan.change(to: tempo, from: next)
    rewrite(from: next)
  }
}
