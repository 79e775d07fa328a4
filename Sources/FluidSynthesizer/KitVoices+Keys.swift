internal import CFluidSynth
internal import Rhythm

extension KitVoices {
  /// Strikes a key of the kit beside the drums, at the level of a drum that is not changed; false
  /// where too many were struck at once.
  @_noLocks mutating func strike(
    key: UInt8, velocity: UInt8, attack: Float, decay: Float
  ) -> Bool {
    guard takeNote() else { return false }
    open.strikeKey()
    let note = begin(handle.groups.keyChannel, key, velocity)
    if attack > 0 || decay > 0 { shape(note: note, attack: attack, decay: decay) }
    return true
  }

  @_noLocks mutating func release(key: UInt8) {
    guard open.haveKeys else { return }
    _ = unsafe fluid_synth_noteoff(handle.synth, handle.groups.keyChannel, Int32(key))
  }
}
