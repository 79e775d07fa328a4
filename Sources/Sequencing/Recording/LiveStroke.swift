public import MusicalTime
public import Rhythm

/// A stroke of the hand, on the beat that was heard as it fell.
public struct LiveStroke: BitwiseCopyable, Sendable, Hashable {
  public var voice: Voice
  public var velocity: Velocity
  /// From the song's beginning; before 0 while it is counted in.
  public var beat: Beats

  public init(_ voice: Voice, _ velocity: Velocity, at beat: Beats) {
    self.voice = voice
    self.velocity = velocity
    self.beat = beat
  }
}

/// What is recorded into.
public struct RecordingTarget: Sendable {
  public var pattern: Pattern
  /// What it is played with.
  public var groove: GrooveUse
  /// The beat of the song on which the pattern began to play.
  public var origin: Beats

  public init(_ pattern: Pattern, groove: GrooveUse = .straight, origin: Beats = .zero) {
    self.pattern = pattern
    self.groove = groove
    self.origin = origin
  }
}
