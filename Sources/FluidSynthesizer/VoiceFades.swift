internal import CFluidSynth
internal import MusicalTime

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

/// The voices of a synthesizer that are being choked: each silent within five blocks of 64 frames,
/// 6.7 ms at 48 kHz. Real-time: yes.
///
/// FluidSynth ramps a voice to each new attenuation within its next 64 frames, so a few steps give
/// a smooth fade.
@safe struct VoiceFades: ~Copyable {
  /// `capacity` long.
  private let fading: UnsafeMutablePointer<FadingVoice>
  private let capacity: Int
  private let stepFrames: Int
  private var count = 0

  /// Room for as many voices as the synthesizer has.
  init(capacity: Int, sampleRate: SampleRate) {
    self.capacity = capacity
    stepFrames = 64 * max(1, Int(sampleRate.hertz) / 48_000)
    unsafe fading = .allocate(capacity: capacity)
    // Touched here, so that the audio thread is not the first to do so.
    unsafe UnsafeMutableRawPointer(fading).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<FadingVoice>.stride)
  }

  deinit { unsafe fading.deallocate() }

  /// Begins to fade out a voice, unless it fades already; heard with the next `handOver`.
  @_noLocks mutating func begin(_ voice: OpaquePointer, in synth: borrowing FluidHandle) {
    let note = unsafe fluid_voice_get_id(voice)
    guard unsafe contains(voice, note) == false, count < capacity else { return }
    unsafe fading[count] = FadingVoice(
      voice: voice, note: note,
      attenuation: fluid_voice_gen_get(voice, Generator.attenuation),
      framesToStep: Int32(truncatingIfNeeded: stepFrames))
    unsafe attenuate(fading[count], in: synth)
    count &+= 1
  }

  /// The number of frames that may be rendered before the next step of a fade.
  var framesToStep: Int {
    @_noLocks get {
      var frames = Int.max
      for index in 0..<count { unsafe frames = min(frames, Int(fading[index].framesToStep)) }
      return frames
    }
  }

  /// Takes the steps that are due after `frames` more.
  @_noLocks mutating func advance(by frames: Int, in synth: borrowing FluidHandle) {
    guard count > 0 else { return }
    var index = 0
    while index < count {
      unsafe fading[index].framesToStep &-= Int32(truncatingIfNeeded: frames)
      if unsafe fading[index].framesToStep <= 0, !step(index, in: synth) {
        count &-= 1
        unsafe fading[index] = fading[count]
      } else {
        index &+= 1
      }
    }
    synth.handOver()
  }

  /// Advances a fade by one step; false when it is complete.
  @_noLocks private func step(_ index: Int, in synth: borrowing FluidHandle) -> Bool {
    let fade = unsafe fading[index]
    guard unsafe fluid_voice_is_playing(fade.voice) != 0,
      unsafe fluid_voice_get_id(fade.voice) == fade.note
    else { return false }
    if fade.step == 3 {
      // Silent by now: the shortest release frees the voice.
      unsafe synth.set(fade.voice, Generator.release, -12_000)
      _ = unsafe fluid_synth_stop(synth.synth, fade.note)
      return false
    }
    unsafe fading[index].step &+= 1
    unsafe fading[index].framesToStep = Int32(truncatingIfNeeded: stepFrames)
    unsafe attenuate(fading[index], in: synth)
    return true
  }

  /// Steps of 1.4, 6 and 16 dB and then silence approximate a raised cosine.
  @_noLocks private func attenuate(_ fade: FadingVoice, in synth: borrowing FluidHandle) {
    let centibels: Float =
      switch fade.step {
      case 0: 14
      case 1: 60
      case 2: 160
      default: 1440
      }
    unsafe synth.set(fade.voice, Generator.attenuation, fade.attenuation + centibels)
  }

  @_noLocks private func contains(_ voice: OpaquePointer, _ note: UInt32) -> Bool {
    for index in 0..<count {
      if unsafe fading[index].voice == voice, unsafe fading[index].note == note { return true }
    }
    return false
  }
}
