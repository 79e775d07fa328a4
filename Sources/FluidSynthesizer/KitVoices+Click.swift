internal import CFluidSynth
internal import Rhythm

extension KitVoices {
  /// Strikes a drum at a level in dB of its own, whatever the kit's is.
  @_noLocks mutating func click(_ drum: Drum, velocity: UInt8, level: Float) {
    // −60 dB is the bottom of a fader: silence.
    guard level > -60 else { return }
    let note = nextNote
    guard hit(drum, velocity: velocity, attack: 0, decay: 0), note != nextNote else { return }
    let others = attenuation(of: settings[drum].level)
    unsafe fluid_synth_get_voicelist(
      handle.synth, list, Int32(handle.polyphony), Int32(bitPattern: note))
    for index in 0..<handle.polyphony {
      guard let voice = unsafe list[index] else { break }
      let own = unsafe fluid_voice_gen_get(voice, Generator.attenuation)
      // The channel's attenuation comes on top of the voice's.
      unsafe set(voice, Generator.attenuation, own + attenuation(of: level) - others)
    }
    handOver()
  }
}
