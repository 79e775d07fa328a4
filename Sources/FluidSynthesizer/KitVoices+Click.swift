internal import CFluidSynth
internal import Rhythm

extension KitVoices {
  /// Plays a drum as a click at a level of its own in dB, independent of the kit's.
  ///
  /// Clicks have their own channels, after the drums': the level must be set before the note
  /// starts, because FluidSynth only then decides whether it is audible, and ending or choking a
  /// drum must not affect its clicks. (Both channels of a drum share its output: 26 groups.)
  @_noLocks mutating func click(_ drum: Drum, velocity: UInt8, level: Float) {
    guard level > DrumSound.silence, takeNote() else { return }
    open.click()
    let channel = Int32(drumCount) &+ Int32(drum.index)
    let sound = settings[drum]
    shape(channel, sound, level: level)
    let note = begin(channel, key(of: drum), velocity)
    if sound.decay > 0 { shape(note: note, attack: 0, decay: sound.decay) }
  }
}
