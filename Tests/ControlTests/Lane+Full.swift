import MusicalTime
import Rhythm
import Testing

extension Lane {
  /// A lane of the kick that repeats after 1,024 loops only, with as many hits until then as a pattern may have.
  static func fullOfMovingHits() throws -> Lane {
    var step = Step(Velocity(clamping: 100))
    step.ratchet = try #require(Ratchet(count: 8))
    var lane = Lane(Voice(.kick), restingFor: 64)
    for number in 0..<8 { lane.steps[number] = step }
    lane.grid = try Grid(length: Beats(4), tempering: Tempering("64:64 0 to 1 over 63"))
    lane.turn = 1
    return lane
  }
}
