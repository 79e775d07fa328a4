public import MusicalTime
public import Rhythm

/// One stroke as it is to be heard: chance, groove and looseness are settled. Real-time: yes.
public struct Cue: BitwiseCopyable, Sendable, Hashable, Comparable {
  public var voice: Voice
  public var velocity: Velocity
  /// When it is heard, from the song's beginning.
  public var beat: Beats
  /// How long its note is held; zero is the usual short while.
  public var duration = Beats(units: 0)
  /// Seconds until it is as loud as it gets; 0 is as recorded.
  public var attack: Float = 0
  /// Seconds until it has fallen by 60 dB; 0 is as recorded.
  public var decay: Float = 0

  @_noLocks public init(voice: Voice, velocity: Velocity, beat: Beats) {
    self.voice = voice
    self.velocity = velocity
    self.beat = beat
  }

  /// A plain stroke of a drum.
  @_noLocks public init(_ hit: Hit) {
    self.init(voice: Voice(hit.drum), velocity: hit.velocity, beat: hit.beat)
  }

  /// Without what a hit does not know; nil for a note.
  public var hit: Hit? {
    voice.drum.map { Hit(drum: $0, velocity: velocity, beat: beat) }
  }

  /// By beat, then by voice, then by velocity.
  @_noLocks public static func < (a: Cue, b: Cue) -> Bool {
    if a.beat != b.beat { return a.beat < b.beat }
    return a.voice == b.voice ? a.velocity < b.velocity : a.voice.key < b.voice.key
  }
}
