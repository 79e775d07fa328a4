public import MusicalTime

/// One stroke: a drum, how hard, and when. Real-time: yes.
public struct Hit: BitwiseCopyable, Sendable, Hashable, Comparable {
  public var drum: Drum
  public var velocity: Velocity
  /// Position from the beginning of the loop.
  public var beat: Beats

  @_noLocks public init(drum: Drum, velocity: Velocity, beat: Beats) {
    self.drum = drum
    self.velocity = velocity
    self.beat = beat
  }

  /// By beat, then by drum, then by velocity.
  @_noLocks public static func < (a: Hit, b: Hit) -> Bool {
    if a.beat != b.beat { return a.beat < b.beat }
    return a.drum == b.drum ? a.velocity < b.velocity : a.drum < b.drum
  }
}
