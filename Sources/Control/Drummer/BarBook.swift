import Drummer
import MusicalTime
import Rhythm

/// The bars that were invented, and places from where the drummer can go on: a bar is the same
/// whenever and from wherever the song comes to it.
struct BarBook: Sendable {
  /// One bar.
  struct Page: Sendable {
    /// What sounds.
    var hits: [Hit]
    /// What the drummer takes for the bar instead of what it invented.
    var heard: [Hit]?
    /// Another number for every writing.
    var version: Int
  }

  /// Bars that are remembered; what is older is invented again, but for what is looped.
  static let pageLimit = 4096

  private let beginning: any BarInventor
  private var pages: [Int: Page] = [:]
  private var places: Places
  private var writings = 0

  /// Nothing but a drummer at its beginning.
  init(_ drummer: any BarInventor) {
    beginning = drummer
    places = Places(drummer)
  }

  /// The last bar there is.
  var last: Int { pages.keys.max() ?? -1 }

  /// A bar, where it was invented.
  subscript(bar: Int) -> Page? { pages[bar] }

  /// How many bars are to be invented until `bar` is there.
  func barsToWrite(through bar: Int) -> Int {
    pages[bar] == nil ? bar + 1 - places.latest(through: bar).bar : 0
  }

  /// Forgets all bars from `bar` on: they will be others.
  mutating func forget(from bar: Int) {
    places.forget(behind: bar)
    pages = pages.filter { $0.key < bar }
  }

  /// Forgets all bars but those `kept`; from behind them the drummer goes on as if nothing were
  /// forgotten.
  mutating func forget(but kept: Range<Int>) {
    places.forget(behind: kept.upperBound)
    places.forgetWay()
    pages = pages.filter { kept.contains($0.key) }.mapValues { page in
      Page(hits: page.hits, heard: page.heard ?? page.hits, version: page.version)
    }
  }

  /// Forgets `bars` alone: they will be others, and what is behind them stays.
  mutating func forget(only bars: Range<Int>) {
    for bar in bars { pages[bar] = nil }
  }

  /// Lets `bar` be taken for what is `heard`; bars until `played` stay as they sound, and what comes
  /// behind is forgotten.
  mutating func hear(_ heard: [Hit], as bar: Int, playedThrough played: Int) {
    guard pages[bar] != nil else { return }
    places.forget(behind: bar)
    pages = pages.filter { $0.key <= max(bar, played) }
    for later in bar...max(bar, played) {
      guard let page = pages[later] else { continue }
      pages[later]?.heard = later == bar ? heard : page.heard ?? page.hits
    }
  }

  /// Invents one bar on the way to `bar`; to be called until that is there.
  mutating func write(toward bar: Int, by chart: Chart) {
    let place = places.latest(through: bar)
    var drummer = place.drummer
    var hits = play(place.bar, by: chart, &drummer)
    // A song begins with its first beat, and what is a little early comes with it.
    if place.bar == 0 { hits = hits.map { $0.notBeforeBeginning } }
    places.keep(drummer, before: place.bar + 1)
    guard pages[place.bar] == nil else { return }
    writings += 1
    pages[place.bar] = Page(hits: hits, heard: nil, version: writings)
    if pages.count > Self.pageLimit { tearOut(before: place.bar - Self.pageLimit / 2, chart) }
  }
}

extension BarBook {
  /// Forgets what is old, but for what a loop of `chart` plays again.
  private mutating func tearOut(before bar: Int, _ chart: Chart) {
    let sources = chart.sources
    pages = pages.filter { page in
      page.key > bar || sources.contains { $0.contains(page.key) }
    }
  }

  /// What sounds in a bar; leaves the drummer behind it.
  private func play(
    _ bar: Int, by chart: Chart, _ drummer: inout any BarInventor
  ) -> [Hit] {
    let direction = chart.direction(at: bar)
    // What is primed, listened to or looped is no fill, though one may be due.
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
      return page.hits
    }
    if chart.onlyListens(at: bar) {
      drummer.hear([], plain)
      return []
    }
    let looped = chart.source(of: bar).flatMap { pages[$0]?.hits }
    if let looped, !chart.isFillAsked(in: bar) {
      drummer.hear(looped, plain)
      return looped
    }
    return invent(direction, over: looped, &drummer)
  }

  /// Lets a drummer that joins in late stand at the same bar of its phrase as the song.
  private func catchUp(
    with bar: Int, _ direction: BarDirection, _ drummer: inout any BarInventor
  ) {
    var silent = direction
    silent.isSilent = true
    while (bar - drummer.nextBar) % 4 != 0 { _ = drummer.play(silent) }
  }

  /// What is invented, a fill over what the bar would be without, or over what is `looped`.
  private func invent(
    _ direction: BarDirection, over looped: [Hit]?, _ drummer: inout any BarInventor
  ) -> [Hit] {
    guard let fill = direction.fillFrom, fill > .zero else { return drummer.play(direction).hits }
    // Up to the fill the bar is what it was before the fill was asked for.
    var plain = direction
    plain.fillFrom = nil
    var before = drummer
    let change = fill - direction.settings.feel.earliness
    let old = (looped ?? before.play(plain).hits).filter { $0.beat < change }
    var filling = drummer
    let filled = filling.play(direction).hits
    guard filled.filter({ $0.beat < change }) != old else {
      drummer = filling
      return filled
    }
    let hits = old + filled.filter { $0.beat >= change }
    drummer.hear(hits, direction)
    return hits
  }
}

extension TempoFeel {
  /// How far before its own place a hit may lie: half of a sixteenth as it is felt.
  var earliness: Beats { self == .half ? Beats(1, over: 4) : Beats(1, over: 8) }
}

extension Hit {
  /// The same, at the bar's beginning where it was before that.
  fileprivate var notBeforeBeginning: Hit {
    Hit(drum: drum, velocity: velocity, beat: max(beat, .zero))
  }
}
