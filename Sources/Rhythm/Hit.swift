public import MusicalTime

/// One stroke: a drum, how hard, and when. Real-time: yes.
public struct Hit: BitwiseCopyable, Sendable, Hashable {
  public var drum: Drum
  public var velocity: Velocity
  /// Position from the beginning of the loop.
  public var beat: Beats

  @_noLocks public init(drum: Drum, velocity: Velocity, beat: Beats) {
    self.drum = drum
    self.velocity = velocity
    self.beat = beat
  }
}
