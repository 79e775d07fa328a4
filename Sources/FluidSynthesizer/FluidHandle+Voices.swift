internal import CFluidSynth

/// What is changed of voices that sound. Real-time: yes.
extension FluidHandle {
  /// Sets a generator of a voice; heard with the next `handOver`.
  @_noLocks func set(_ voice: OpaquePointer, _ generator: Int32, _ value: Float) {
    unsafe fluid_voice_gen_set(voice, generator, value)
    unsafe fluid_voice_update_param(voice, generator)
  }

  /// New generator values take effect at the end of the next call to the synthesizer; any call will
  /// do.
  @_noLocks func handOver() { _ = unsafe fluid_synth_get_gain(synth) }
}

/// The SoundFont generators used here, numbered as in section 8.1.2 of the SoundFont 2.04
/// specification.
enum Generator {
  static var pan: Int32 { @_noLocks get { 17 } }
  static var attack: Int32 { @_noLocks get { 34 } }
  static var hold: Int32 { @_noLocks get { 35 } }
  static var decay: Int32 { @_noLocks get { 36 } }
  static var sustain: Int32 { @_noLocks get { 37 } }
  static var release: Int32 { @_noLocks get { 38 } }
  static var keyToDecay: Int32 { @_noLocks get { 40 } }
  static var attenuation: Int32 { @_noLocks get { 48 } }
  static var fineTune: Int32 { @_noLocks get { 52 } }
}
