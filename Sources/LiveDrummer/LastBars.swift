import Drummer
import MusicalTime
public import Rhythm

/// The end of a song in bars of four beats, to prime a drummer with.
///
/// Only the end: a file of a few bytes may place a hit billions of beats into its song.
public struct LastBars: Sendable, Hashable {
  /// Most bars: more than any drummer remembers.
  public static let limit = 36

  /// Each bar's hits in order, beats from the bar's start; the last bar has at least one hit.
  public let bars: [[Hit]]

  /// The bars of `hits` up to the last one with a hit, omitting earlier ones by whole phrases of
  /// four bars; nil without a hit. A hit up to 1/8 beat early belongs to the bar it anticipates.
  public init?(_ hits: [Hit]) {
    let placed = hits.map { (Self.bar(of: $0.beat), $0) }
    guard let last = placed.map(\.0).max() else { return nil }
    let left = max(last + 1 - Self.limit, 0)
    let first = (left + 3) / 4 * 4
    var bars = [[Hit]](repeating: [], count: last + 1 - first)
    for (bar, hit) in placed where bar >= first {
      var inBar = hit
      inBar.beat = hit.beat - Vocabulary.bar * Int64(bar)
      bars[bar - first].append(inBar)
    }
    self.bars = bars.map { $0.sorted() }
  }

  private static func bar(of beat: Beats) -> Int {
    max(Int((beat + Beats(1, over: 8)).dividedRoundingDown(by: Vocabulary.bar)), 0)
  }
}
