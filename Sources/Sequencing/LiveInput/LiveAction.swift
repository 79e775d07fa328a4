public import Rhythm

/// What a live message turns out to ask for.
public enum LiveAction: BitwiseCopyable, Sendable {
  /// Strike a drum; `decay` in seconds shortens this hit alone, 0 leaves it. `instead` is the drum
  /// that the same note struck before and never let go.
  case hit(Drum, Velocity, decay: Float, instead: Drum?)
  /// A pad let go.
  case release(Drum)
  /// Cut what rings of these drums.
  case choke(DrumSet)
  /// A channel controller for the sound: 7, 10, 11, 91 or 121, and its value.
  case controller(UInt8, UInt8)
  /// Select a drum kit of bank 128.
  case program(UInt8)
  /// Select the pattern of that number, from 0.
  case pattern(UInt8)
  case allNotesOff
  case allSoundOff
  /// Start, Continue or Stop from a device.
  case start
  case `continue`
  case stop
  /// Song position in sixteenths.
  case songPosition(Int)
  /// A mapped note or controller, its number and its value 0 to 127; 0 for a note let go.
  case control(isNote: Bool, number: UInt8, value: UInt8)
  /// Nothing to do.
  case none
}
