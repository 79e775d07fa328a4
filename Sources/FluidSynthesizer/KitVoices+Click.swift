internal import CFluidSynth
internal import Rhythm

extension KitVoices {
  /// Strikes a drum at a level in dB of its own, whatever the kit's is.
  ///
  /// Clicks have channels of their own, those after the drums': a level is in force from the note's
  /// beginning on, since FluidSynth reckons only then when it is too soft to go on; and what ends or
  /// chokes a drum leaves its clicks alone. (Channels of one drum share its output: 26 groups.)
  @_noLocks mutating func click(_ drum: Drum, velocity: UInt8, level: Float) {
    // −60 dB is the bottom of a fader: silence.
    guard level > -60, takeNote() else { return }
    followProgram()
    hasClicked = true
    let channel = Int32(drumCount) &+ Int32(drum.index)
    let sound = settings[drum]
    shape(channel, sound, level: level)
    let note = begin(channel, drum.note, velocity)
    if sound.decay > 0 { shape(note: note, attack: 0, decay: sound.decay) }
  }
}
