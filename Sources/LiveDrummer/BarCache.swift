import Drummer
import MusicalTime
import Rhythm

/// The bars generated so far, and checkpoints of the drummer's state to continue from: a bar comes
/// out the same whenever the song reaches it, and from wherever.
struct BarCache: Sendable {
  /// A generated bar.
  struct Entry: Sendable {
    /// The hits to play, each with how unlikely it was when it was drawn.
    var drawn: [DrummedHit]
    /// What the drummer is conditioned on for this bar instead of what it generated; nil for its
    /// own hits.
    var given: [Hit]?
    /// Unique to this version of the bar: changes whenever the bar is generated again.
    var version: Int

    /// The hits to play.
    var hits: [Hit] { drawn.map(\.hit) }
  }

  /// Most bars kept; older ones are generated again when needed, except those that are looped.
  static let entryLimit = 4096

  private let beginning: any BarInventor
  private var entries: [Int: Entry] = [:]
  private var checkpoints: StateCheckpoints
  private var lastVersion = 0

  /// An empty cache for a drummer before its first bar.
  init(_ drummer: any BarInventor) {
    beginning = drummer
    checkpoints = StateCheckpoints(drummer)
  }

  /// The last bar generated; -1 if there is none.
  var last: Int { entries.keys.max() ?? -1 }

  /// The bar, or nil if it has not been generated.
  subscript(bar: Int) -> Entry? { entries[bar] }

  /// How many bars must be generated to reach `bar`.
  func barsToWrite(through bar: Int) -> Int {
    entries[bar] == nil ? bar + 1 - checkpoints.latest(through: bar).bar : 0
  }

  /// Drops all bars from `bar` on, to be generated again.
  mutating func forget(from bar: Int) {
    checkpoints.forget(after: bar)
    entries = entries.filter { $0.key < bar }
  }

  /// Drops all bars except `kept`; the drummer continues after them as if nothing had been dropped.
  mutating func forget(but kept: Range<Int>) {
    checkpoints.forget(after: kept.upperBound)
    checkpoints.forgetIntermediate()
    entries = entries.filter { kept.contains($0.key) }.mapValues { entry in
      Entry(drawn: entry.drawn, given: entry.given ?? entry.hits, version: entry.version)
    }
  }

  /// Drops `bars` only, to be generated again; later bars stay.
  mutating func forget(only bars: Range<Int>) {
    for bar in bars { entries[bar] = nil }
  }

  /// Conditions the drummer on `hits` for `bar`. Bars up to `played` keep their hits; later ones
  /// are dropped.
  mutating func condition(on hits: [Hit], as bar: Int, playedThrough played: Int) {
    guard entries[bar] != nil else { return }
    checkpoints.forget(after: bar)
    entries = entries.filter { $0.key <= max(bar, played) }
    for later in bar...max(bar, played) {
      guard let entry = entries[later] else { continue }
      entries[later]?.given = later == bar ? hits : entry.given ?? entry.hits
    }
  }

  /// Generates one bar on the way to `bar`; call it until `barsToWrite(through:)` is 0.
  mutating func write(toward bar: Int, by plan: SteeringPlan) {
    let checkpoint = checkpoints.latest(through: bar)
    var drummer = checkpoint.drummer
    var drawn = play(checkpoint.bar, by: plan, &drummer)
    // A song starts at its first beat: hits that would lie before it move there.
    if checkpoint.bar == 0 { drawn = drawn.map { $0.notBeforeBeginning } }
    checkpoints.keep(drummer, before: checkpoint.bar + 1)
    guard entries[checkpoint.bar] == nil else { return }
    lastVersion += 1
    entries[checkpoint.bar] = Entry(drawn: drawn, given: nil, version: lastVersion)
    if entries.count > Self.entryLimit { evict(before: checkpoint.bar - Self.entryLimit / 2, plan) }
  }
}

extension BarCache {
  /// Drops old bars, except those that a loop of `plan` repeats.
  private mutating func evict(before bar: Int, _ plan: SteeringPlan) {
    let sources = plan.sources
    entries = entries.filter { entry in
      entry.key > bar || sources.contains { $0.contains(entry.key) }
    }
  }

  /// What sounds in a bar; leaves the drummer's state after it.
  private func play(
    _ bar: Int, by plan: SteeringPlan, _ drummer: inout any BarInventor
  ) -> [DrummedHit] {
    let direction = plan.direction(at: bar)
    // A bar that the drummer does not invent is not a fill, even where one is due.
    var plain = direction
    plain.fillFrom = nil
    if let primer = plan.primer(at: bar) {
      drummer = beginning
      for hits in primer { drummer.advance(with: hits, plain) }
    }
    guard direction.settings.isOn else { return [] }
    catchUp(with: bar, direction, &drummer)
    if let entry = entries[bar], let given = entry.given {
      drummer.advance(with: given, plan.isInvented(bar) ? direction : plain)
      return entry.drawn
    }
    if plan.onlyListens(at: bar) {
      drummer.advance(with: [], plain)
      return []
    }
    let looped = plan.source(of: bar).flatMap { entries[$0]?.drawn }
    if let looped, !plan.isFillAsked(in: bar) {
      drummer.advance(with: looped.map(\.hit), plain)
      return looped
    }
    return invent(direction, over: looped, &drummer)
  }

  /// Brings a drummer that enters late to the song's bar in the phrase.
  private func catchUp(
    with bar: Int, _ direction: BarDirection, _ drummer: inout any BarInventor
  ) {
    var silent = direction
    silent.isSilent = true
    while (bar - drummer.nextBar) % 4 != 0 { _ = drummer.play(silent) }
  }

  /// The bar's hits; a fill replaces the end of the bar as it would be without it, or as it is
  /// `looped`.
  private func invent(
    _ direction: BarDirection, over looped: [DrummedHit]?, _ drummer: inout any BarInventor
  ) -> [DrummedHit] {
    guard let fill = direction.fillFrom, fill > .zero else { return drummer.play(direction).drawn }
    // Before the fill starts, the bar is what it was before the fill was requested.
    var plain = direction
    plain.fillFrom = nil
    var before = drummer
    let change = fill - direction.settings.feel.earliness
    let old = (looped ?? before.play(plain).drawn).filter { $0.hit.beat < change }
    var filling = drummer
    let filled = filling.play(direction).drawn
    guard filled.map(\.hit).filter({ $0.beat < change }) != old.map(\.hit) else {
      drummer = filling
      return filled
    }
    let drawn = old + filled.filter { $0.hit.beat >= change }
    drummer.advance(with: drawn.map(\.hit), direction)
    return drawn
  }
}

extension TempoFeel {
  /// How far before its step a hit may lie: half a sixteenth, as felt.
  var earliness: Beats { self == .half ? Beats(1, over: 4) : Beats(1, over: 8) }
}

extension DrummedHit {
  /// The same hit, moved to the start of the bar if it lies before.
  fileprivate var notBeforeBeginning: DrummedHit {
    var moved = self
    moved.hit.beat = max(hit.beat, .zero)
    return moved
  }
}
