public import MusicalTime

/// One hit of a step as written: before groove, looseness and probability.
public struct LaneHit: Sendable, Hashable {
  /// The step, counted from 0.
  public var step: Int
  /// The index within its ratchet, counted from 0.
  public var ratchet: Int
  /// The position without the step's offset, from the beginning of the lane's loop.
  public var place: Beats
  /// The position with the offset.
  public var beat: Beats
  /// The velocity.
  public var velocity: Velocity
  /// The length of its note; nil for the default.
  public var duration: Beats?
}
