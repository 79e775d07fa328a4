import MusicalTime

/// The bars of `--bars`: where they end, and whether they have been played.
struct BarLimit {
  private let bars: Int64?
  /// Where the engine was asked to stop.
  private var asked: Beats?
  /// How often the song had come to its end when that was asked last.
  private var endings: Int64 = 0
  /// Whether they have been played to their end.
  private(set) var isOver = false

  /// No limit where `bars` is nil.
  init(bars: Int?) { self.bars = bars.map(Int64.init) }

  /// Where the engine is to stop, with bars of this length, where it was not asked for that yet.
  func next(bar: Beats) -> Beats? {
    guard let bars, bar * bars != asked else { return nil }
    return bar * bars
  }

  /// The engine was asked to stop there.
  mutating func note(_ limit: Beats) { asked = limit }

  /// Takes where the song is and how often it came to its end; false where the session is to end.
  ///
  /// The engine counts an ending where it stops on the bar line, and where a pattern that does not loop ends
  /// earlier; a stop by hand or by the clock that leads is none, wherever the song is moved then.
  mutating func goesOn(position: Beats, endings: Int64, bar: Beats) -> Bool {
    let hasEnded = endings > self.endings
    self.endings = endings
    guard let bars else { return true }
    isOver = hasEnded
    return !isOver && position < bar * bars
  }
}
