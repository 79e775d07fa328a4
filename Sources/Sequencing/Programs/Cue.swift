public import MusicalTime
public import Rhythm

/// A hit as it is heard, with probability, groove and looseness applied. Real-time: yes.
public struct Cue: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// The voice that is hit.
  public var voice: Voice
  /// The velocity.
  public var velocity: Velocity
  /// When it is heard, from the song's beginning.
  public var beat: Beats
  /// How long its note is held; zero for the default.
  public var duration = Beats(units: 0)
  /// Attack time in seconds; 0 is as recorded.
  public var attack: Float = 0
  /// Seconds for the sound to decay by 60 dB; 0 is as recorded.
  public var decay: Float = 0

  /// A plain hit of `voice`.
  @_noLocks public init(voice: Voice, velocity: Velocity, beat: Beats) {
    self.voice = voice
    self.velocity = velocity
    self.beat = beat
  }

  /// A plain hit of a drum.
  @_noLocks public init(_ hit: Hit) {
    self.init(voice: Voice(hit.drum), velocity: hit.velocity, beat: hit.beat)
  }

  /// The same as a `Hit`, without duration and envelope; nil for a note.
  public var hit: Hit? {
    voice.drum.map { Hit(drum: $0, velocity: velocity, beat: beat) }
  }

  /// Ordered by beat, then by voice, then by velocity.
  @_noLocks public static func < (a: Cue, b: Cue) -> Bool {
    if a.beat != b.beat { return a.beat < b.beat }
    return a.voice == b.voice ? a.velocity < b.velocity : a.voice.key < b.voice.key
  }
}
