internal import CFluidSynth
internal import Rhythm

/// Level, pan, tuning and decay of each drum; attack and decay of each hit.
extension KitVoices {
  /// Applies the settings that have changed. Where drums are not rendered apart, filters and sends have
  /// no effect.
  @_noLocks mutating func apply(_ new: SoundSettings) {
    for index in 0..<drumCount {
      let drum = Drum(clampingIndex: index)
      let old = settings[drum]
      let sound = new[drum]
      if let strips { strips.set(index, sound) }
      guard
        old.level != sound.level || old.pan != sound.pan || old.tuning != sound.tuning
          || old.decay != sound.decay || old.output != sound.output
      else { continue }
      settings[drum] = sound
      shape(drum, sound)
    }
  }

  @_noLocks func shape(_ drum: Drum, _ sound: DrumSound) {
    shape(Int32(drum.index), sound, level: sound.level)
  }

  @_noLocks func shape(_ channel: Int32, _ sound: DrumSound, level: Float) {
    unsafe fluid_synth_set_gen(
      handle.synth, channel, Generator.attenuation, attenuation(of: level))
    unsafe fluid_synth_set_gen(handle.synth, channel, Generator.pan, sound.pan * 500)
    unsafe fluid_synth_set_gen(handle.synth, channel, Generator.fineTune, sound.tuning)
  }

  /// The centibels of a level in dB.
  @_noLocks func attenuation(of level: Float) -> Float {
    level <= DrumSound.silence ? 1440 : (Headroom.decibels - level) * 10
  }

  /// Gives the voices of a new note an attack time and a decay by 60 dB in `decay` seconds; 0 keeps
  /// the recording's.
  @_noLocks func shape(note: UInt32, attack: Float, decay: Float) {
    list.read(note: Int32(bitPattern: note), of: handle)
    var index = 0
    while let voice = unsafe list.voice(index) {
      index &+= 1
      if attack > 0 { unsafe swell(voice, for: attack) }
      if decay > 0 { unsafe shorten(voice, to: decay) }
    }
    handle.handOver()
  }

  /// The volume envelope rises linearly in amplitude, after its delay.
  @_noLocks private func swell(_ voice: OpaquePointer, for seconds: Float) {
    let timecents = 1200 * ghostnote_log2(min(max(seconds, 0.001), Envelope.longestAttack))
    unsafe handle.set(voice, Generator.attack, timecents)
  }

  @_noLocks private func shorten(_ voice: OpaquePointer, to seconds: Float) {
    // The volume envelope falls linearly in dB, by 96 dB in its decay time.
    let seconds = min(max(seconds, Envelope.shortestDecay), Envelope.longestDecay)
    let timecents = 1200 * ghostnote_log2(seconds * 96 / 60)
    let release = unsafe fluid_voice_gen_get(voice, Generator.release)
    unsafe handle.set(voice, Generator.hold, -12_000)
    unsafe handle.set(voice, Generator.keyToDecay, 0)
    unsafe handle.set(voice, Generator.sustain, 1440)
    unsafe handle.set(voice, Generator.decay, timecents)
    // A note-off must not lead to a longer release.
    unsafe handle.set(voice, Generator.release, min(release, timecents))
  }
}
