internal import CFluidSynth
internal import MusicalTime
internal import Rhythm

/// FluidSynth's synthesizer and its settings, closed together.
@safe struct FluidHandle: ~Copyable {
  let synth: OpaquePointer
  let polyphony: Int
  /// Where the sound of each channel comes out.
  let groups: OutputGroups
  private let settings: OpaquePointer

  /// A synthesizer that neither locks nor allocates while it runs, with two MIDI channels per drum.
  init(sampleRate: SampleRate, groups: OutputGroups, polyphony: Int) throws(FluidError) {
    FluidLibrary.prepared
    let settings = try unsafe fluid("new_fluid_settings") { unsafe new_fluid_settings() }
    do throws(FluidError) {
      try unsafe Self.fill(
        settings, sampleRate: sampleRate, groups: groups.count, polyphony: polyphony)
      unsafe synth = try unsafe fluid("new_fluid_synth") { unsafe new_fluid_synth(settings) }
    } catch {
      unsafe delete_fluid_settings(settings)
      throw error
    }
    unsafe self.settings = settings
    self.polyphony = polyphony
    self.groups = groups
  }

  deinit {
    unsafe delete_fluid_synth(synth)
    unsafe delete_fluid_settings(settings)
  }

  private static func fill(
    _ settings: OpaquePointer, sampleRate: SampleRate, groups: Int, polyphony: Int
  ) throws(FluidError) {
    let numbers: [(String, Double)] = [
      ("synth.sample-rate", Double(sampleRate.hertz)), ("synth.gain", Headroom.gain),
    ]
    let integers: [(String, Int)] = [
      ("synth.threadsafe-api", 0), ("synth.dynamic-sample-loading", 0), ("synth.cpu-cores", 1),
      ("synth.reverb.active", 0), ("synth.chorus.active", 0), ("synth.polyphony", polyphony),
      // Two channels per drum (hits and clicks) and one for other keys, in multiples of sixteen.
      ("synth.midi-channels", 80),
      ("synth.audio-channels", groups), ("synth.audio-groups", groups),
    ]
    for (name, value) in numbers {
      try fluid("\(name) = \(value)") { unsafe fluid_settings_setnum(settings, name, value) }
    }
    for (name, value) in integers {
      try fluid("\(name) = \(value)") { unsafe fluid_settings_setint(settings, name, Int32(value)) }
    }
  }

  /// Loads a whole SoundFont and returns its id in this synthesizer.
  func load(_ path: String) throws(FluidError) -> Int32 {
    try fluid("fluid_synth_sfload") { unsafe fluid_synth_sfload(synth, path, 0) }
  }

  /// Selects a preset of any SoundFont on the channels of a drum's hits and clicks.
  func select(
    _ preset: SoundFontFile.Preset, of font: Int32, for drum: Drum
  ) throws(FluidError) {
    for channel in [Int32(drum.index), Int32(Drum.count) + Int32(drum.index)] {
      try fluid("fluid_synth_program_select") {
        unsafe fluid_synth_program_select(
          synth, channel, font, Int32(preset.bank), Int32(preset.program))
      }
    }
  }

  /// Selects the drum kit of a bank and a program on every drum's channel.
  func selectDrums(font: Int32, bank: UInt16, program: UInt8) throws(FluidError) {
    for channel in Array(0..<Int32(2 * Drum.count)) + [groups.keyChannel] {
      try fluid("fluid_synth_set_channel_type") {
        unsafe fluid_synth_set_channel_type(synth, channel, Int32(CHANNEL_TYPE_DRUM.rawValue))
      }
      try fluid("fluid_synth_program_select") {
        unsafe fluid_synth_program_select(synth, channel, font, Int32(bank), Int32(program))
      }
    }
  }
}

/// The stereo pairs that FluidSynth renders: a channel sounds in the pair that its number leaves as the
/// remainder. Real-time: yes.
enum OutputGroups: BitwiseCopyable {
  /// One for all.
  case mix
  /// One for each drum, its clicks included.
  case drums
  /// One for each drum, one for the clicks of each drum, and one for other keys: for filters and sends.
  case apart

  var count: Int {
    @_noLocks get {
      switch self {
      case .mix: 1
      case .drums: 26
      case .apart: 53
      }
    }
  }

  var isApart: Bool {
    @_noLocks get {
      switch self {
      case .mix, .drums: false
      case .apart: true
      }
    }
  }

  /// The MIDI channel of percussion that is none of the drums. Where drums have pairs, it comes out with
  /// the last one, the bongo.
  var keyChannel: Int32 {
    @_noLocks get {
      switch self {
      case .mix, .drums: 2 * 26 + 25
      case .apart: 2 * 26
      }
    }
  }
}

/// Headroom above 0 dB for drums that are turned up: the synthesizer's gain is higher by this
/// amount, and every drum attenuated by it.
enum Headroom {
  /// The largest level of a drum in dB.
  static var decibels: Float { @_noLocks get { DrumSound.loudest } }
  /// FluidSynth's gain; a drum at 0 dB is heard with 0.5.
  static var gain: Double { 0.5 * 3.981_071_705_534_972_6 }
}

/// Suppresses FluidSynth's log, which would write to stderr, partly on the audio thread.
private func ignoreFluidLog(
  level: Int32, message: UnsafePointer<CChar>?, data: UnsafeMutableRawPointer?
) {}

/// Initialises the state that all synthesizers of the process share in FluidSynth.
private enum FluidLibrary {
  /// Initialises the library once, before its first other use.
  ///
  /// The first `new_fluid_synth` creates the default modulators, and a second call at the same time
  /// does not wait for it (2.3.1), so that its notes would sound wrong.
  static let prepared: Void = {
    for level in 0..<LAST_LOG_LEVEL.rawValue {
      unsafe _ = fluid_set_log_function(Int32(level), ignoreFluidLog, nil)
    }
    guard let settings = unsafe new_fluid_settings() else { return }
    unsafe fluid_settings_setint(settings, "synth.polyphony", 1)
    unsafe delete_fluid_synth(new_fluid_synth(settings))
    unsafe delete_fluid_settings(settings)
  }()
}
