import Drummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// The live drummer at work: keeps the bars around the song's place ready for the engine.
///
/// Decides and invents; a shell calls `attend` again and again.
struct DrummerPart: ~Copyable, Sendable {
  /// This much earlier than the engine plans, in seconds, nothing is changed any more.
  static let margin = 0.05

  var engine: EngineDrummer
  let lookahead: Int
  var chart: Chart
  /// Nil until there is a drummer.
  var book: BarBook?
  var ear = Ear()
  /// The bar that the song is about to jump to.
  private(set) var expected: Int?
  /// Where the engine planned when that was said.
  private var expectedAt = Beats.zero
  /// How the engine stood when it was looked at last.
  private(set) var now = EngineStatus()
  /// What the engine has, by its places: the bar and its writing.
  private var sent: [Int: (bar: Int, version: Int)] = [:]
  private var plays = false
  /// The tempo that was asked for last while the song rested.
  private var tempoAtRest: Tempo
  /// Bars that the engine has and may keep, apart from those wanted now.
  private var kept: BarRange?
  /// Bars that sounded while all others were replaced, until the song is elsewhere.
  private var sounding: Range<Int>?

  /// A part without a drummer, to be played by `settings` with `lookahead` bars ready, 1 to 15.
  init(settings: DrummerSettings, lookahead: Int, engine: consuming EngineDrummer) {
    self.engine = engine
    self.lookahead = min(max(lookahead, 1), 15)
    now = self.engine.status()
    tempoAtRest = Self.wholeTempo(now.tempo)
    chart = Chart(settings, tempo: tempoAtRest)
  }

  /// Lets `drummer` play the part.
  mutating func hire(_ drummer: any BarInventor) { book = BarBook(drummer) }

  /// Does one small thing that is to be done, a bar at most; false when there is nothing.
  mutating func attend() -> Bool {
    look()
    followTempo()
    listen()
    guard isWanted, book != nil else { return setPlaying(false) }
    for bar in wantedBars {
      guard let page = book?[bar] else {
        book?.write(toward: bar, by: chart)
        return true
      }
      if send(page, as: bar) == .refused { return false }
    }
    return setPlaying(true) || prune()
  }

  /// How many bars are to be invented until all that are wanted now are there.
  var barsToWrite: Int {
    guard isWanted, let book else { return 0 }
    return wantedBars.reduce(0) { max($0, book.barsToWrite(through: $1)) }
  }

  /// Whether it plays in any bar.
  var isEverOn: Bool { chart.settings.contains { $0.isOn } }

  /// Takes note of where the engine is.
  mutating func look() {
    let before = now
    now = engine.status()
    // A jump that somebody else leads may end elsewhere, or the song be through the bar already.
    if expected == bar || now.planned > expectedAt + Beats(4) || now.planned < expectedAt - Beats(4)
    {
      expected = nil
    }
    if !now.isRolling || now.planned < before.planned { straighten() }
    if now.planned < before.planned || before.planned + Beats(4) < now.planned { ear.forget() }
  }

  /// The song is about to jump to `beat`, whose bar is to be there before.
  mutating func expect(_ beat: Beats) {
    look()
    expected = max(Self.bar(at: beat), 0)
    expectedAt = now.planned
  }

  /// The bar that the engine plans at.
  var bar: Int { Self.bar(at: now.planned) }

  /// The first bar of which nothing is decided yet, nor will be in a moment; while the song rests,
  /// the one it rests in.
  var nextBar: Int { now.isRolling ? Self.bar(at: now.planned + margin) + 1 : bar }

  /// `DrummerPart.margin` in beats.
  var margin: Beats { beats(in: Self.margin) }

  func beats(in seconds: Double) -> Beats {
    Beats(units: Int64(seconds * now.tempo.bpm / 60 * Double(Beats.unitsPerBeat)))
  }

  /// Plays otherwise from `bar` on; bars of the engine's from there on are of no use any more.
  mutating func rewrite(from bar: Int) {
    book?.forget(from: bar)
    discard(from: bar)
  }

  /// Lets the engine forget bars that it has, from `bar` on, once the others are there.
  mutating func discard(from bar: Int) {
    for (place, known) in sent where known.bar >= bar { sent[place] = nil }
    kept = BarRange(first: kept?.first ?? 0, last: min(kept?.last ?? .max, Int64(bar) - 1))
  }

  /// Plays by `settings` throughout, but for the bars that sound, of which something is decided.
  mutating func replace(by settings: DrummerSettings) {
    let first = max(Int(now.planned.dividedRoundingDown(by: BarImage.length)), 0)
    let bars = first..<max(nextBar, first)
    chart.replace(by: settings, but: bars)
    book?.forget(but: bars)
    for (place, known) in sent where !bars.contains(known.bar) { sent[place] = nil }
    kept = BarRange(first: Int64(bars.lowerBound), last: Int64(bars.upperBound) - 1)
    sounding = bars
  }

  /// Plays what sounded while all else was replaced like all else from now on.
  private mutating func straighten() {
    guard let bars = sounding else { return }
    sounding = nil
    chart.straighten(bars)
    // Turns of listening are counted from where they began.
    guard chart.settings[bars.upperBound].answerBars == 0 else { return rewrite(from: 0) }
    book?.forget(only: bars)
    for (place, known) in sent where bars.contains(known.bar) { sent[place] = nil }
    kept = BarRange(first: Int64(bars.upperBound), last: kept?.last ?? .max - 1)
  }

  /// The bar whose hits may lie at `beat`, those a little early included.
  static func bar(at beat: Beats) -> Int {
    Int((beat - BarImage.earliest).dividedRoundingDown(by: BarImage.length))
  }

  static func wholeTempo(_ tempo: Tempo) -> Tempo { Tempo(clampingBPM: tempo.bpm.rounded()) }
}

extension DrummerPart {
  private enum Sending { case done, notNeeded, refused }

  /// Bars around the song's place, those that Start begins with, and last those of a jump, which may
  /// be far and take their time.
  private var wantedBars: [Int] {
    let near = Array(around) + (0...lookahead)
    guard let expected else { return near }
    let places = Set(near.map { BarImage.place(of: Int64($0)) })
    return near
      + (expected...expected + 1).filter { !places.contains(BarImage.place(of: Int64($0))) }
  }

  private var isWanted: Bool {
    let jump = expected ?? around.lowerBound
    return (jump...jump + 1).contains { chart.settings[$0].isOn }
      || around.contains { chart.settings[$0].isOn }
  }

  /// The bar that the song is in and those behind it, one more where the next one's early hits have
  /// begun.
  private var around: ClosedRange<Int> {
    let first = Int(now.planned.dividedRoundingDown(by: BarImage.length))
    return max(first, 0)...max(bar, 0) + lookahead
  }

  private mutating func send(_ page: BarBook.Page, as bar: Int) -> Sending {
    let place = BarImage.place(of: Int64(bar))
    if let known = sent[place], known == (bar, page.version) { return .notNeeded }
    let image = BarImage(number: Int64(bar), hits: page.hits)
    guard engine.send(.bar(image)) else { return .refused }
    sent[place] = (bar, page.version)
    return .done
  }

  private mutating func setPlaying(_ plays: Bool) -> Bool {
    guard self.plays != plays, engine.send(.plays(plays)) else { return false }
    self.plays = plays
    return true
  }

  /// Lets the engine forget what is outdated.
  private mutating func prune() -> Bool {
    guard let kept else { return false }
    let around = BarRange(first: Int64(around.lowerBound), last: Int64(around.upperBound))
    let isJoined =
      kept.first <= kept.last && kept.last + 1 >= around.first && around.last + 1 >= kept.first
    let joined = BarRange(
      first: min(kept.first, around.first), last: max(kept.last, around.last))
    let valid = isJoined ? joined : around
    guard engine.send(.keepOnly(valid, and: BarRange(first: 0, last: Int64(lookahead))))
    else { return false }
    for (place, known) in sent {
      let number = Int64(known.bar)
      if !valid.contains(number), number > lookahead { sent[place] = nil }
    }
    self.kept = nil
    return true
  }

  /// Lets the drummer know the tempo, in whole beats a minute and not at every little change: at rest
  /// for the whole song, else for what is new; what was played before stays what it was.
  private mutating func followTempo() {
    let known = now.isRolling ? chart.tempo.last : tempoAtRest
    guard abs(now.tempo.bpm - known.bpm) >= 1.5 else { return }
    let tempo = Self.wholeTempo(now.tempo)
    if !now.isRolling {
      tempoAtRest = tempo
      guard now.leader == .internal else { return }
      chart.change(to: tempo, from: 0)
      return rewrite(from: 0)
    }
    tempoAtRest = tempo
    guard (book?.last ?? 0) <= bar + lookahead else { return }
    let next = nextBar
    chart.change(to: tempo, from: next)
    rewrite(from: next)
  }
}
