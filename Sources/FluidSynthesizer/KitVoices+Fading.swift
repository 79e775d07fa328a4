internal import CFluidSynth
internal import Rhythm

/// A voice that is being faded out.
@safe struct FadingVoice: BitwiseCopyable {
  var voice: OpaquePointer
  /// The note it belonged to when choked; FluidSynth may reuse the voice for another note.
  var note: UInt32
  /// Its attenuation generator when it was choked.
  var attenuation: Float
  var step: Int32
  var framesToStep: Int32

  @_noLocks init(voice: OpaquePointer, note: UInt32, attenuation: Float, framesToStep: Int32) {
    unsafe self.voice = voice
    self.note = note
    self.attenuation = attenuation
    self.framesToStep = framesToStep
    step = 0
  }
}

/// FluidSynth ramps a voice to each new attenuation within its next 64 frames, so a few steps give
/// a smooth fade.
extension KitVoices {
  /// Fades out the sounding voices of `wanted`: silent within five blocks of 64 frames, 6.7 ms at
  /// 48 kHz.
  @_noLocks mutating func choke(_ wanted: DrumSet) {
    let drums = DrumSet(bits: wanted.bits & ~choked.bits)
    // Clicks and other keys belong to no drum and are only faded out with everything else.
    let others = (hasClicked || hasStruckKey) && wanted.bits == DrumSet.all.bits
    guard !drums.isEmpty || others else { return }
    if others {
      hasClicked = false
      hasStruckKey = false
    }
    choked = DrumSet(bits: choked.bits | drums.bits)
    unsafe fluid_synth_get_voicelist(handle.synth, list, Int32(handle.polyphony), -1)
    for index in 0..<handle.polyphony {
      guard let voice = unsafe list[index] else { break }
      let channel = unsafe Int(fluid_voice_get_channel(voice))
      guard channel >= 0,
        channel < drumCount ? drums.contains(Drum(clampingIndex: channel)) : others
      else { continue }
      let note = unsafe fluid_voice_get_id(voice)
      guard unsafe isFading(voice, note) == false, fadingCount < handle.polyphony else { continue }
      unsafe fading[fadingCount] = FadingVoice(
        voice: voice, note: note,
        attenuation: fluid_voice_gen_get(voice, Generator.attenuation),
        framesToStep: Int32(truncatingIfNeeded: fadeStepFrames))
      unsafe attenuate(fading[fadingCount])
      fadingCount &+= 1
    }
    handOver()
  }

  /// The number of frames that may be rendered before the next step of a fade.
  var framesToFadeStep: Int {
    @_noLocks get {
      var frames = Int.max
      for index in 0..<fadingCount { unsafe frames = min(frames, Int(fading[index].framesToStep)) }
      return frames
    }
  }

  @_noLocks mutating func advanceFades(by frames: Int) {
    guard fadingCount > 0 else { return }
    var index = 0
    while index < fadingCount {
      unsafe fading[index].framesToStep &-= Int32(truncatingIfNeeded: frames)
      if unsafe fading[index].framesToStep <= 0, !step(index) {
        fadingCount &-= 1
        unsafe fading[index] = fading[fadingCount]
      } else {
        index &+= 1
      }
    }
    handOver()
  }

  /// Advances a fade by one step; false when it is complete.
  @_noLocks private func step(_ index: Int) -> Bool {
    let fade = unsafe fading[index]
    guard unsafe fluid_voice_is_playing(fade.voice) != 0,
      unsafe fluid_voice_get_id(fade.voice) == fade.note
    else { return false }
    if fade.step == 3 {
      // Silent by now: the shortest release frees the voice.
      unsafe set(fade.voice, Generator.release, -12_000)
      _ = unsafe fluid_synth_stop(handle.synth, fade.note)
      return false
    }
    unsafe fading[index].step &+= 1
    unsafe fading[index].framesToStep = Int32(truncatingIfNeeded: fadeStepFrames)
    unsafe attenuate(fading[index])
    return true
  }

  /// Steps of 1.4, 6 and 16 dB and then silence approximate a raised cosine.
  @_noLocks private func attenuate(_ fade: FadingVoice) {
    let centibels: Float =
      switch fade.step {
      case 0: 14
      case 1: 60
      case 2: 160
      default: 1440
      }
    unsafe set(fade.voice, Generator.attenuation, fade.attenuation + centibels)
  }

  @_noLocks private func isFading(_ voice: OpaquePointer, _ note: UInt32) -> Bool {
    for index in 0..<fadingCount {
      if unsafe fading[index].voice == voice, unsafe fading[index].note == note { return true }
    }
    return false
  }
}
