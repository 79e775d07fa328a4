import MusicalTime
import Rhythm

/// A note of a pattern as it becomes a step.
struct PlacedNote {
  var voice: Voice
  /// From the beginning of the pattern.
  var tick: Int
  /// Ticks by which it is late.
  var late: Double
  var velocity: Velocity
  /// In per cent.
  var probability: Int

  /// Whether, of two notes of a voice on one tick, the other is kept: a certain one before a probable
  /// one, then the louder.
  func isWeaker(than other: PlacedNote) -> Bool {
    let (isSure, isOtherSure) = (probability == 100, other.probability == 100)
    return isSure == isOtherSure ? velocity < other.velocity : isOtherSure
  }

  /// Its step.
  var step: Step {
    var step = Step(velocity)
    step.probability = probability
    step.offset = Beats(units: Int64((late * Double(TickGrid.tick.units)).rounded()))
    return step
  }
}
