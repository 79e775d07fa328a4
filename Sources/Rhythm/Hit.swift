public import MusicalTime

/// A drum hit: which drum, how hard, and when. Real-time: yes.
public struct Hit: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// The drum that is hit.
  public var drum: Drum
  /// The velocity.
  public var velocity: Velocity
  /// Position from the beginning of the loop.
  public var beat: Beats

  /// A hit of `drum` at `beat`.
  @_noLocks public init(drum: Drum, velocity: Velocity, beat: Beats) {
    self.drum = drum
    self.velocity = velocity
    self.beat = beat
  }

  /// Ordered by beat, then by drum, then by velocity.
  @_noLocks public static func < (a: Hit, b: Hit) -> Bool {
    if a.beat != b.beat { return a.beat < b.beat }
    return a.drum == b.drum ? a.velocity < b.velocity : a.drum < b.drum
  }
}
