import LiveDrummer
public import MusicalTime
import PatchFiles
public import Playback
public import Rhythm

/// A drum that was struck, for those who watch.
public struct StruckHit: Sendable, Hashable {
  public var drum: Drum
  /// 1 to 127.
  public var velocity: Int
  /// From the song's beginning.
  public var beat: Beats
  /// When it is heard, by `CLOCK_MONOTONIC`.
  public var time: HostTime
  public var source: HitSource

  /// Nil for what is no strike.
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

/// Where the song is, with the time of that.
public struct TransportPlace: Sendable, Hashable {
  /// The beat that is heard at `time`.
  public var beat: Beats
  public var time: HostTime
  public var tempo: Tempo
  public var isRolling: Bool
  public var isCountingIn: Bool
}

extension Machine {
  /// Where the song is as of the engine's latest block.
  public func transportPlace() -> TransportPlace {
    let now = engine.status()
    return TransportPlace(
      beat: now.position, time: now.time, tempo: now.tempo, isRolling: now.isRolling,
      isCountingIn: now.isCountingIn)
  }

  /// The patch as a patch file has it, and its number; nil where that is still `revision`.
  public func document(after revision: Int) -> (revision: Int, json: String)? {
    guard revision != documentRevision else { return nil }
    return (documentRevision, patch.json)
  }
}
