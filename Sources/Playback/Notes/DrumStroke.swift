import MusicalTime
import Rhythm

/// One stroke of a drum as the engine carries it out. Real-time: yes.
struct DrumStroke: BitwiseCopyable {
  var drum: Drum
  var velocity: Velocity
  /// Seconds in which it swells, and in which it falls by 60 dB; 0 is as recorded.
  var attack: Float
  var decay: Float
  /// Frames that its note is held; nil for the usual short while.
  var hold: Int64?
  /// The beat of the song's line that it is held to; nil where it lasts for `hold` whatever the tempo.
  var endBeat: Beats?

  @_noLocks init(
    _ drum: Drum, _ velocity: Velocity, attack: Float = 0, decay: Float = 0, hold: Int64? = nil,
    endBeat: Beats? = nil
  ) {
    self.drum = drum
    self.velocity = velocity
    self.attack = attack
    self.decay = decay
    self.hold = hold
    self.endBeat = endBeat
  }
}
