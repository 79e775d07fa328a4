import Drummer
import MusicalTime
import Rhythm

/// What the drummer plays, bar by bar, as it was steered when the song passed: going back finds the
/// same again, as far as the latest of each kind of request are kept.
struct SteeringPlan: Sendable {
  /// The most changes, fills, rests and loops that are kept of each.
  static let limit = 1_024
  /// The most primers that are kept, which are up to 36 bars each.
  static let primerLimit = 32

  private(set) var settings: PerBar<DrummerSettings>
  private(set) var tempo: PerBar<Tempo>
  /// Requested fills: the beat of the bar at which each starts.
  private var fills: [Int: Beats] = [:]
  private var rests: [Range<Int>] = []
  private var loops: [Loop] = []
  private var primers: [Int: [[Hit]]] = [:]

  /// Bars that repeat.
  private struct Loop {
    var first: Int
    var length: Int
    /// The first bar that is generated again.
    var end = Int.max
  }

  /// The same settings and tempo for the whole song.
  init(_ settings: DrummerSettings, tempo: Tempo) {
    self.settings = PerBar(settings)
    self.tempo = PerBar(tempo)
  }

  /// Applies `settings` from a bar on.
  mutating func steer(_ settings: DrummerSettings, from bar: Int) {
    self.settings.set(settings, from: bar)
    self.settings.trim(to: Self.limit, of: Self.turns)
  }

  /// Applies `settings` from the song's first bar on, except in the bars `kept`, and drops fills,
  /// rests and loops. Primers stay: they are what the drummer has heard, not how it is to play.
  mutating func replace(by settings: DrummerSettings, but kept: Range<Int>) {
    self.settings.replace(by: settings, but: kept)
    (fills, rests, loops) = ([:], [], [])
  }

  /// Applies the settings of the bar after `bars` to `bars` too.
  mutating func straighten(_ bars: Range<Int>) { settings.straighten(bars) }

  /// Applies `tempo` from a bar on.
  mutating func change(to tempo: Tempo, from bar: Int) {
    self.tempo.set(tempo, from: bar)
    self.tempo.trim(to: Self.limit) { _ in 0 }
  }

  /// A fill from a beat of a bar to the bar's end.
  mutating func fill(_ bar: Int, from beat: Beats) {
    fills[bar] = beat
    Self.trim(&fills, to: Self.limit)
  }

  /// Silence in these bars.
  mutating func rest(_ bars: Range<Int>) {
    rests.append(bars)
    rests.removeFirst(max(rests.count - Self.limit, 0))
  }

  /// Repeats the `length` bars before `bar` from there on; the next `length` bars if there are not
  /// enough before.
  mutating func lock(_ length: Int, from bar: Int) {
    release(from: bar)
    loops.append(Loop(first: bar >= length ? bar - length : bar, length: length))
    loops.removeFirst(max(loops.count - Self.limit, 0))
  }

  /// Ends the loop from a bar on, and those that come later; false if there are none.
  @discardableResult mutating func release(from bar: Int) -> Bool {
    let running = loops.indices.filter { loops[$0].end > bar }
    for index in running { loops[index].end = bar }
    return !running.isEmpty
  }

  /// Restarts the drummer at `bar`, as if `bars` had just been played.
  mutating func prime(_ bar: Int, with bars: [[Hit]]) {
    primers[bar] = bars
    Self.trim(&primers, to: Self.primerLimit)
  }

  /// Drops all primers.
  mutating func dropPrimers() { primers = [:] }

  /// Drops the requests of the earliest bars beyond `limit`.
  private static func trim<Request>(_ requests: inout [Int: Request], to limit: Int) {
    while requests.count > limit, let first = requests.keys.min() { requests[first] = nil }
  }

  /// What the turns of listening are counted by.
  private static func turns(_ settings: DrummerSettings) -> [Int] {
    [settings.answerBars, settings.isOn ? 1 : 0]
  }
}

extension SteeringPlan {
  /// What the drummer is asked to play in a bar.
  func direction(at bar: Int) -> BarDirection {
    var direction = BarDirection(settings: settings[bar], tempo: tempo[bar])
    direction.isSilent = rests.contains { $0.contains(bar) }
    direction.fillFrom = fills[bar]
    // The song counts the bars here: a primed drummer counts differently.
    direction.countFills(at: bar)
    return direction
  }

  /// The bar that is repeated in this one; nil outside loops.
  func source(of bar: Int) -> Int? {
    guard !rests.contains(where: { $0.contains(bar) }),
      let loop = loops.last(where: {
        bar >= $0.first + $0.length && bar < $0.end && $0.first <= bar
      })
    else { return nil }
    return loop.first + (bar - loop.first) % loop.length
  }

  /// Whether the drummer invents a bar itself, or at least a fill that was requested in it; else it
  /// only listens, or repeats another bar.
  func isInvented(_ bar: Int) -> Bool {
    !onlyListens(at: bar) && (isFillAsked(in: bar) || source(of: bar) == nil)
  }

  /// The bars that any loop repeats.
  var sources: [Range<Int>] { loops.map { $0.first..<$0.first + $0.length } }

  /// How many requests are kept.
  var count: Int {
    settings.count + tempo.count + fills.count + rests.count + loops.count + primers.count
  }

  /// Whether there is a fill, rest, loop or primer in any bar.
  var hasRequests: Bool {
    !(fills.isEmpty && rests.isEmpty && loops.isEmpty && primers.isEmpty)
  }

  /// Whether a fill was requested in a bar.
  func isFillAsked(in bar: Int) -> Bool { fills[bar] != nil }

  /// Whether the drummer only listens in a bar, to respond later.
  func onlyListens(at bar: Int) -> Bool {
    let turn = settings[bar].answerBars
    guard turn > 0 else { return false }
    let since = bar - settings.beginning(at: bar, of: Self.turns)
    return (since / turn).isMultiple(of: 2)
  }

  /// What the drummer is primed with before a bar; nil if it isn't.
  func primer(at bar: Int) -> [[Hit]]? { primers[bar] }
}
