public import MusicalTime
public import Rhythm

/// A live hit, on the beat that was heard at that moment.
public struct LiveStroke: BitwiseCopyable, Sendable, Hashable {
  /// The voice that was hit.
  public var voice: Voice
  /// The velocity.
  public var velocity: Velocity
  /// From the song's beginning; negative during the count-in.
  public var beat: Beats

  /// A hit of `voice` at `beat`.
  public init(_ voice: Voice, _ velocity: Velocity, at beat: Beats) {
    self.voice = voice
    self.velocity = velocity
    self.beat = beat
  }
}

/// The pattern to record into.
public struct RecordingTarget: Sendable {
  /// The pattern.
  public var pattern: Pattern
  /// The groove with which it is played.
  public var groove: GrooveUse
  /// The beat of the song at which the pattern began.
  public var origin: Beats

  /// Records into `pattern`.
  public init(_ pattern: Pattern, groove: GrooveUse = .straight, origin: Beats = .zero) {
    self.pattern = pattern
    self.groove = groove
    self.origin = origin
  }
}
