public import Rhythm

/// The action that a live message requests.
public enum LiveAction: BitwiseCopyable, Sendable {
  /// Play a drum; `decay` in seconds shortens this hit only, 0 does not. `instead` is the drum that
  /// the same note played before without a note-off.
  case hit(Drum, Velocity, decay: Float, instead: Drum?)
  /// A note-off of a drum.
  case release(Drum)
  /// Choke these drums.
  case choke(DrumSet)
  /// A controller for the synthesizer: 7, 10, 11, 91 or 121, and its value.
  case controller(UInt8, UInt8)
  /// Select a drum kit of bank 128.
  case program(UInt8)
  /// Select the pattern with this index.
  case pattern(UInt8)
  case allNotesOff
  case allSoundOff
  /// Start, Continue or Stop from a device.
  case start
  case `continue`
  case stop
  /// Song position in sixteenths.
  case songPosition(Int)
  /// A mapped control with its value, 0 to 127 (0 for a note-off) or of pitch bend 0 to 16383, and its
  /// channel 0 to 15.
  case control(ControlAssignment.Trigger, value: UInt16, channel: UInt8)
  /// No action.
  case none
}
