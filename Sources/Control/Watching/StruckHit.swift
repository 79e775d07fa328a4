public import MusicalTime
public import Playback
public import Rhythm
import Sequencing

/// A drum that was struck, for those who watch.
public struct StruckHit: Sendable, Hashable {
  /// The drum that sounds.
  public var drum: Drum
  /// 1 to 127.
  public var velocity: Int
  /// From the song's beginning.
  public var beat: Beats
  /// When it is heard, by `CLOCK_MONOTONIC`.
  public var time: HostTime
  /// What struck it: the pattern, the drummer, a pad or a command.
  public var source: HitSource

  /// Nil for a command that strikes nothing.
  init?(_ event: FeedEvent) {
    guard case .hit(let drum, let velocity, let beat, let time, let source) = event else {
      return nil
    }
    self.drum = Drum(clampingIndex: Int(drum))
    self.velocity = Int(velocity)
    self.beat = beat
    self.time = time
    self.source = source
  }
}

extension HitSource {
  /// The word for it: pattern, drummer, pad or command.
  public var word: String {
    switch self {
    case .pattern: "pattern"
    case .drummer: "drummer"
    case .pad: "pad"
    case .command: "command"
    }
  }
}
