public import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Where the song is, with the time of that.
public struct TransportPlace: Sendable, Hashable {
  /// The beat that is heard at `time`.
  public var beat: Beats
  /// By `CLOCK_MONOTONIC`.
  public var time: HostTime
  /// That of the song at `time`, a followed clock's where one leads.
  public var tempo: Tempo
  /// Whether the song plays.
  public var isRolling: Bool
  /// Whether the clicks before the song are heard.
  public var isCountingIn: Bool
  /// Where the pattern that is heard began its first loop, and the length of a loop.
  public var origin: Beats
  /// The length of a loop of that pattern.
  public var loopLength: Beats
  /// The name of the pattern that is heard.
  public var pattern: String
}

extension TransportPlace {
  /// Where the engine is in what is `playing`.
  init(_ now: EngineStatus, in playing: Playing) {
    let place = now.place
    self.init(
      beat: now.position, time: now.time, tempo: now.tempo, isRolling: now.isRolling,
      isCountingIn: now.isCountingIn,
      origin: now.origin + place.loopStart - place.patternLength * place.loop,
      loopLength: place.patternLength, pattern: playing.heard.pattern(at: place).name)
  }
}
