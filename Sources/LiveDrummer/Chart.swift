import Drummer
import MusicalTime
import Rhythm

/// What the drummer is to play, bar by bar: as it was steered when the song came by, so that going
/// back finds it again.
struct Chart: Sendable {
  private(set) var settings: Timetable<DrummerSettings>
  private(set) var tempo: Timetable<Tempo>
  /// Fills asked for: the beat of the bar from which on it is one.
  private var fills: [Int: Beats] = [:]
  private var rests: [Range<Int>] = []
  private var loops: [Loop] = []
  private var primers: [Int: [[Hit]]] = [:]

  /// Bars played again and again.
  private struct Loop {
    var first: Int
    var length: Int
    /// The first bar that is invented anew.
    var end = Int.max
  }

  /// The whole song in the same way.
  init(_ settings: DrummerSettings, tempo: Tempo) {
    self.settings = Timetable(settings)
    self.tempo = Timetable(tempo)
  }

  /// Plays by `settings` from a bar on.
  mutating func steer(_ settings: DrummerSettings, from bar: Int) {
    self.settings.set(settings, from: bar)
  }

  /// Plays by `settings` from the song's first bar on, all else that was asked for being over; only the
  /// bars `kept` stay as they are.
  mutating func replace(by settings: DrummerSettings, but kept: Range<Int>) {
    self.settings.replace(by: settings, but: kept)
    (fills, rests, loops) = ([:], [], [])
  }

  /// Plays `bars` by the settings of the bar behind them.
  mutating func straighten(_ bars: Range<Int>) { settings.straighten(bars) }

  /// Goes at `tempo` from a bar on.
  mutating func change(to tempo: Tempo, from bar: Int) { self.tempo.set(tempo, from: bar) }

  /// A fill from a beat of a bar to its end.
  mutating func fill(_ bar: Int, from beat: Beats) { fills[bar] = beat }

  /// Silence in these bars.
  mutating func rest(_ bars: Range<Int>) { rests.append(bars) }

  /// Plays the `length` bars before `bar` from there on, or the next ones where there are not so many.
  mutating func lock(_ length: Int, from bar: Int) {
    release(from: bar)
    loops.append(Loop(first: bar >= length ? bar - length : bar, length: length))
  }

  /// Invents anew from a bar on; false where nothing was locked.
  @discardableResult mutating func release(from bar: Int) -> Bool {
    guard let last = loops.last, last.end > bar else { return false }
    loops[loops.count - 1].end = bar
    return true
  }

  /// The music begins anew at `bar` with `bars` behind it.
  mutating func prime(_ bar: Int, with bars: [[Hit]]) { primers[bar] = bars }
}

extension Chart {
  /// What the drummer is told of a bar.
  func direction(at bar: Int) -> BarDirection {
    var direction = BarDirection(settings: settings[bar], tempo: tempo[bar])
    direction.isSilent = rests.contains { $0.contains(bar) }
    let every = direction.settings.fillEvery
    let isLastOfSome = every > 0 && (bar + 1).isMultiple(of: every)
    direction.fillFrom = fills[bar] ?? (isLastOfSome ? Beats(2) : nil)
    // Bars are counted here: a drummer who was primed counts others.
    direction.settings.fillEvery = 0
    return direction
  }

  /// The bar that is played again as this one, where one is locked.
  func source(of bar: Int) -> Int? {
    guard !rests.contains(where: { $0.contains(bar) }),
      let loop = loops.last(where: {
        bar >= $0.first + $0.length && bar < $0.end && $0.first <= bar
      })
    else { return nil }
    return loop.first + (bar - loop.first) % loop.length
  }

  /// The bars that are played again as later ones, in any loop.
  var sources: [Range<Int>] { loops.map { $0.first..<$0.first + $0.length } }

  /// Whether there is a fill in a bar that somebody asked for.
  func isFillAsked(in bar: Int) -> Bool { fills[bar] != nil }

  /// Whether the drummer only listens, to answer later.
  func onlyListens(at bar: Int) -> Bool {
    let turn = settings[bar].answerBars
    guard turn > 0 else { return false }
    let since = bar - settings.beginning(at: bar) { [$0.answerBars, $0.isOn ? 1 : 0] }
    return (since / turn).isMultiple(of: 2)
  }

  /// What is heard before a bar, after which the music begins anew.
  func primer(at bar: Int) -> [[Hit]]? { primers[bar] }
}
