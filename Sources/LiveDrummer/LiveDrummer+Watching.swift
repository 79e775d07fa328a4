import Drummer
public import MusicalTime
import Playback
public import Rhythm

/// A bar of the drummer's that is played now or later.
public struct AheadBar: Sendable, Hashable {
  /// Counted from 0.
  public var number: Int
  /// Another one for every writing of the bar.
  public var version: Int
  /// What sounds, beats counted from the bar's beginning.
  public var hits: [Hit]
  /// How unlikely the model found each of the hits, in nats; nil for those that it did not draw.
  public var surprises: [Double?]

  /// The bar's beginning, from the song's.
  public var begins: Beats { CompiledBar.length * Int64(number) }
}

extension LiveDrummer {
  /// The bar that is played and those that are there after it; none where the drummer does not play.
  public func barsAhead() -> [AheadBar] { ask { $0.barsAhead() } }
}

extension DrummerScheduler {
  func barsAhead() -> [AheadBar] {
    guard isEverOn, let cache else { return [] }
    return (bar...bar + lookahead).compactMap { number in
      cache[number].map { entry in
        AheadBar(
          number: number, version: entry.version, hits: entry.hits,
          surprises: entry.drawn.map(\.surprise))
      }
    }
  }
}
