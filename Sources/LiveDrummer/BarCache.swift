import Drummer
import MusicalTime
import Rhythm

/// The bars generated so far, and checkpoints of the drummer's state to continue from: a bar comes
/// out the same whenever the song reaches it, and from wherever.
struct BarCache: Sendable {
  /// A generated bar.
  struct Page: Sendable {
    /// The hits to play, each with how unlikely it was when it was drawn.
    var drawn: [DrummedHit]
    /// What the drummer is conditioned on for this bar instead of what it generated; nil for its
    /// own hits.
    var heard: [Hit]?
    /// Unique to this version of the bar: changes whenever the bar is generated again.
    var version: Int

    /// The hits to play.
    var hits: [Hit] { drawn.map(\.hit) }
  }

  /// Most bars kept; older ones are generated again when needed, except those that are looped.
  static let pageLimit = 4096

  private let beginning: any BarInventor
  private var pages: [Int: Page] = [:]
  private var places: Places
  private var writings = 0

  /// An empty cache for a drummer before its first bar.
  init(_ drummer: any BarInventor) {
    beginning = drummer
    places = Places(drummer)
  }

  /// The last bar generated; -1 if there is none.
  var last: Int { pages.keys.max() ?? -1 }

  /// The bar, or nil if it has not been generated.
  subscript(bar: Int) -> Page? { pages[bar] }

  /// How many bars must be generated to reach `bar`.
  func barsToWrite(through bar: Int) -> Int {
    pages[bar] == nil ? bar + 1 - places.latest(through: bar).bar : 0
  }

  /// Drops all bars from `bar` on, to be generated again.
  mutating func forget(from bar: Int) {
    places.forget(behind: bar)
    pages = pages.filter { $0.key < bar }
  }

  /// Drops all bars except `kept`; the drummer continues after them as if nothing had been dropped.
  mutating func forget(but kept: Range<Int>) {
    places.forget(behind: kept.upperBound)
    places.forgetWay()
    pages = pages.filter { kept.contains($0.key) }.mapValues { page in
      Page(drawn: page.drawn, heard: page.heard ?? page.hits, version: page.version)
    }
  }

  /// Drops `bars` only, to be generated again; later bars stay.
  mutating func forget(only bars: Range<Int>) {
    for bar in bars { pages[bar] = nil }
  }

  /// Conditions the drummer on `heard` for `bar`. Bars up to `played` keep their hits; later ones
  /// are dropped.
  mutating func hear(_ heard: [Hit], as bar: Int, playedThrough played: Int) {
    guard pages[bar] != nil else { return }
    places.forget(behind: bar)
    pages = pages.filter { $0.key <= max(bar, played) }
    for later in bar...max(bar, played) {
      guard let page = pages[later] else { continue }
      pages[later]?.heard = later == bar ? heard : page.heard ?? page.hits
    }
  }

  /// Generates one bar on the way to `bar`; call it until `barsToWrite(through:)` is 0.
  mutating func write(toward bar: Int, by chart: SteeringPlan) {
    let place = places.latest(through: bar)
    var drummer = place.drummer
    var drawn = play(place.bar, by: chart, &drummer)
    // A song starts at its first beat: hits that would lie before it move there.
    if place.bar == 0 { drawn = drawn.map { $0.notBeforeBeginning } }
    places.keep(drummer, before: place.bar + 1)
    guard pages[place.bar] == nil else { return }
    writings += 1
    pages[place.bar] = Page(drawn: drawn, heard: nil, version: writings)
    if pages.count > Self.pageLimit { evict(before: place.bar - Self.pageLimit / 2, chart) }
  }
}

extension BarCache {
  /// Drops old bars, except those that a loop of `chart` repeats.
  private mutating func evict(before bar: Int, _ chart: SteeringPlan) {
    let sources = chart.sources
    pages = pages.filter { page in
      page.key > bar || sources.contains { $0.contains(page.key) }
    }
  }

  /// What sounds in a bar; leaves the drummer's state after it.
  private func play(
    _ bar: Int, by chart: SteeringPlan, _ drummer: inout any BarInventor
  ) -> [DrummedHit] {
    let direction = chart.direction(at: bar)
    // A bar that is primed, listened to or looped is not a fill, even where one is due.
    var plain = direction
    plain.fillFrom = nil
    if let primer = chart.primer(at: bar) {
      drummer = beginning
      for hits in primer { drummer.hear(hits, plain) }
    }
    guard direction.settings.isOn else { return [] }
    catchUp(with: bar, direction, &drummer)
    if let page = pages[bar], let heard = page.heard {
      drummer.hear(heard, direction)
      return page.drawn
    }
    if chart.onlyListens(at: bar) {
      drummer.hear([], plain)
      return []
    }
    let looped = chart.source(of: bar).flatMap { pages[$0]?.drawn }
    if let looped, !chart.isFillAsked(in: bar) {
      drummer.hear(looped.map(\.hit), plain)
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
    drummer.hear(drawn.map(\.hit), direction)
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
