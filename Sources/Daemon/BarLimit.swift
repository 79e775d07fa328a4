import MusicalTime

/// The bars of `--bars`: where they end, and whether they have been played.
struct BarLimit {
  private let bars: Int64?
  /// Where the engine was asked to stop.
  private var asked: Beats?
  private var wasRolling = false
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

  /// Takes how the song stands; false where the session is to end.
  ///
  /// The engine stops on the bar line and rests at the beginning; so does a pattern that does not loop and
  /// ends earlier.
  mutating func goesOn(isRolling: Bool, position: Beats, bar: Beats) -> Bool {
    let hasStopped = wasRolling && !isRolling
    wasRolling = isRolling
    guard let bars else { return true }
    isOver = hasStopped && position == .zero
    return !isOver && position < bar * bars
  }
}
