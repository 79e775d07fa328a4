internal import CFluidSynth
internal import MusicalTime
internal import Playback
internal import Rhythm

/// What the audio thread does with a kit; lives behind a pointer. Real-time: yes.
@safe struct KitVoices: ~Copyable {
  let handle: FluidHandle
  let font: Int32
  let programs: ProgramSet
  let outputPairs: Int
  /// Note-ons that FluidSynth takes between two of its 64-frame blocks; its event queue holds 64 a voice.
  let noteLimit: Int
  /// A list of FluidSynth's voices, `polyphony` long.
  let list: UnsafeMutablePointer<OpaquePointer?>
  /// Where each drum's left and right go in the render at hand.
  let routed: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  let fadeStepFrames: Int
  /// The voices being choked, `polyphony` long.
  let fading: UnsafeMutablePointer<FadingVoice>
  var fadingCount = 0

  var settings = SoundSettings()
  /// Frames until FluidSynth renders its next block of 64.
  var framesInHand = 0
  private var notesWaiting = 0
  /// FluidSynth's number of the next note.
  private var nextNote: UInt32 = 0

  init(
    synth: consuming FluidHandle, font: Int32, programs: ProgramSet, sampleRate: SampleRate,
    outputPairs: Int
  ) {
    let polyphony = synth.polyphony
    handle = synth
    self.font = font
    self.programs = programs
    self.outputPairs = outputPairs
    noteLimit = min(64, polyphony / 4)
    unsafe list = .allocate(capacity: polyphony)
    unsafe list.initialize(repeating: nil, count: polyphony)
    unsafe fading = .allocate(capacity: polyphony)
    unsafe routed = .allocate(capacity: 52)
    unsafe routed.initialize(repeating: nil, count: 52)
    fadeStepFrames = 64 * max(1, Int(sampleRate.hertz) / 48_000)
    for drum in Drum.all { shape(drum, settings[drum]) }
  }

  deinit {
    unsafe list.deallocate()
    unsafe fading.deallocate()
    unsafe routed.deallocate()
  }

  var activeVoices: Int {
    @_noLocks get { unsafe Int(fluid_synth_get_active_voice_count(handle.synth)) }
  }

  /// Strikes a drum, or answers false where too many were struck at once.
  @_noLocks mutating func hit(_ drum: Drum, velocity: UInt8, decay: Float) -> Bool {
    guard notesWaiting < noteLimit else { return false }
    notesWaiting &+= 1
    let channel = Int32(drum.index)
    guard unsafe fluid_synth_noteon(handle.synth, channel, Int32(drum.note), Int32(velocity)) == 0
    else { return true }
    let note = nextNote
    nextNote &+= 1
    let seconds = decay > 0 ? decay : settings[drum].decay
    if seconds > 0 { shorten(note: note, to: seconds) }
    return true
  }

  @_noLocks func release(_ drum: Drum) {
    _ = unsafe fluid_synth_noteoff(handle.synth, Int32(drum.index), Int32(drum.note))
  }

  @_noLocks func releaseAll() { _ = unsafe fluid_synth_all_notes_off(handle.synth, -1) }

  /// Hands a controller to every drum's channel.
  @_noLocks func control(_ number: UInt8, _ value: UInt8) {
    for channel in 0..<Int32(drumCount) {
      _ = unsafe fluid_synth_cc(handle.synth, channel, Int32(number), Int32(value))
    }
  }

  /// Changes to another drum kit of the same SoundFont, where it has it.
  @_noLocks func select(_ program: UInt8) {
    guard programs.contains(program) else { return }
    for channel in 0..<Int32(drumCount) {
      _ = unsafe fluid_synth_program_select(handle.synth, channel, font, 128, Int32(program))
    }
  }

  /// Renders `frames` frames, stepping on what is being choked.
  ///
  /// Stereo overwrites the two outputs; pairs are added to theirs.
  @_noLocks mutating func render(
    frames: Int, outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int
  ) {
    var done = 0
    while done < frames {
      let count = min(frames &- done, framesToFadeStep)
      unsafe write(count, outputs, start &+ done)
      if count > framesInHand { notesWaiting = 0 }
      framesInHand = (framesInHand &- count) & 63
      advanceFades(by: count)
      done &+= count
    }
  }

  @_noLocks private func write(
    _ count: Int, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ start: Int
  ) {
    let length = Int32(truncatingIfNeeded: count)
    let offset = Int32(truncatingIfNeeded: start)
    if outputPairs == 1 {
      _ = unsafe fluid_synth_write_float(
        handle.synth, length, outputs[0], offset, 1, outputs[1], offset, 1)
      return
    }
    for index in 0..<drumCount {
      let chosen = Int(settings[Drum(clampingIndex: index)].output)
      let pair = chosen == 0 ? index : chosen &- 1
      unsafe routed[2 &* index] = outputs[2 &* pair] + start
      unsafe routed[2 &* index &+ 1] = outputs[2 &* pair &+ 1] + start
    }
    _ = unsafe fluid_synth_process(handle.synth, length, 0, nil, 52, routed)
  }
}

extension KitVoices {
  /// Changes what differs from the settings in force.
  @_noLocks mutating func apply(_ new: SoundSettings) {
    for index in 0..<drumCount {
      let drum = Drum(clampingIndex: index)
      let old = settings[drum]
      let sound = new[drum]
      guard
        old.level != sound.level || old.pan != sound.pan || old.tuning != sound.tuning
          || old.decay != sound.decay || old.output != sound.output
      else { continue }
      settings[drum] = sound
      shape(drum, sound)
    }
  }

  @_noLocks private func shape(_ drum: Drum, _ sound: DrumSound) {
    let channel = Int32(drum.index)
    // A level of −60 dB is the bottom of a fader: silence.
    let centibels = sound.level <= -60 ? 1440 : (Headroom.decibels - sound.level) * 10
    unsafe fluid_synth_set_gen(handle.synth, channel, Generator.attenuation, centibels)
    unsafe fluid_synth_set_gen(handle.synth, channel, Generator.pan, sound.pan * 500)
    unsafe fluid_synth_set_gen(handle.synth, channel, Generator.fineTune, sound.tuning)
  }

  /// Makes the voices of a note just struck fall by 60 dB in `seconds`.
  @_noLocks private func shorten(note: UInt32, to seconds: Float) {
    // The volume envelope falls evenly in dB and by 96 dB in its decay time.
    let timecents = 1200 * ghostnote_log2(min(max(seconds, 0.01), 20) * 96 / 60)
    unsafe fluid_synth_get_voicelist(
      handle.synth, list, Int32(handle.polyphony), Int32(bitPattern: note))
    for index in 0..<handle.polyphony {
      guard let voice = unsafe list[index] else { break }
      let release = unsafe fluid_voice_gen_get(voice, Generator.release)
      unsafe set(voice, Generator.hold, -12_000)
      unsafe set(voice, Generator.keyToDecay, 0)
      unsafe set(voice, Generator.sustain, 1440)
      unsafe set(voice, Generator.decay, timecents)
      // A note-off must not hand the voice to a longer release.
      unsafe set(voice, Generator.release, min(release, timecents))
    }
    handOver()
  }

  /// A voice's new generators wait until the end of the next call to the synthesizer itself; any does.
  @_noLocks func handOver() { _ = unsafe fluid_synth_get_gain(handle.synth) }

  @_noLocks func set(_ voice: OpaquePointer, _ generator: Int32, _ value: Float) {
    unsafe fluid_voice_gen_set(voice, generator, value)
    unsafe fluid_voice_update_param(voice, generator)
  }
}

/// As `Drum.count`, which cannot be read across modules without a lazy global.
private var drumCount: Int { @_noLocks get { 26 } }

/// The SoundFont generators used here, by their numbers in the SoundFont 2.04 specification, section 8.1.2.
enum Generator {
  static var pan: Int32 { @_noLocks get { 17 } }
  static var hold: Int32 { @_noLocks get { 35 } }
  static var decay: Int32 { @_noLocks get { 36 } }
  static var sustain: Int32 { @_noLocks get { 37 } }
  static var release: Int32 { @_noLocks get { 38 } }
  static var keyToDecay: Int32 { @_noLocks get { 40 } }
  static var attenuation: Int32 { @_noLocks get { 48 } }
  static var fineTune: Int32 { @_noLocks get { 52 } }
}
