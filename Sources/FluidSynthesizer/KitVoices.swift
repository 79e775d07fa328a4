internal import CFluidSynth
internal import MusicalTime
internal import Playback
internal import Rhythm

/// The audio thread's operations on a kit; stored behind a pointer. Real-time: yes.
@safe struct KitVoices: ~Copyable {
  let handle: FluidHandle
  let font: Int32
  /// The bank of the drum kit.
  private let bank: Int32
  let programs: ProgramSet
  /// Drums that sound from other SoundFonts, whatever the program.
  let foreign: DrumSet
  /// The key that sounds for each drum.
  private let keys: InlineArray<26, UInt8>
  let outputPairs: Int
  /// Note-ons that FluidSynth accepts between two of its 64-frame blocks; its event queue holds 64
  /// per voice.
  let noteLimit: Int
  /// A buffer for FluidSynth's voice list, `polyphony` long.
  let list: UnsafeMutablePointer<OpaquePointer?>
  /// The left and right output of each drum in the current render call.
  let routed: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The filters and sends of the drums, where those are rendered apart.
  let strips: DrumStrips?
  /// The voices being choked.
  private var fades: VoiceFades

  var settings = SoundSettings()
  var controllers = Controllers()
  /// The controller values last sent to FluidSynth.
  private var heard = Controllers()
  private var program: UInt8
  private var heardProgram: UInt8
  /// Frames until FluidSynth renders its next block of 64.
  var framesInHand = 0
  /// Drums without notes that a note-off or a choke could end; avoids redundant calls.
  private var released = DrumSet.all
  private var choked = DrumSet.all
  /// Whether a click may sound that an all-notes-off would have to end.
  var hasClicked = false
  /// Whether a key outside the drums may sound that an all-notes-off would have to end.
  var hasStruckKey = false
  private var notesWaiting = 0
  /// FluidSynth's id of the next note.
  private(set) var nextNote: UInt32 = 0

  init(
    synth: consuming FluidHandle, font: Int32, bank: UInt16, program: UInt8, programs: ProgramSet,
    sampleRate: SampleRate, outputPairs: Int, keys: KeyMap, foreign: [Drum: UInt8]
  ) {
    let polyphony = synth.polyphony
    let groups = synth.groups
    handle = synth
    self.font = font
    self.program = program
    heardProgram = program
    self.programs = programs
    self.bank = Int32(bank)
    self.foreign = DrumSet(Array(foreign.keys))
    self.keys = InlineArray { index in
      let drum = Drum(clampingIndex: index)
      return foreign[drum] ?? keys[drum]
    }
    self.outputPairs = outputPairs
    noteLimit = min(64, polyphony / 4)
    unsafe list = .allocate(capacity: polyphony)
    unsafe list.initialize(repeating: nil, count: polyphony)
    fades = VoiceFades(capacity: polyphony, sampleRate: sampleRate)
    unsafe routed = .allocate(capacity: 52)
    unsafe routed.initialize(repeating: nil, count: 52)
    strips = groups.isApart ? DrumStrips(sampleRate: sampleRate) : nil
    for drum in Drum.all { shape(drum, settings[drum]) }
    shape(groups.keyChannel, DrumSound(), level: 0)
  }

  deinit {
    unsafe list.deallocate()
    unsafe routed.deallocate()
    strips?.deallocate()
  }

  var activeVoices: Int {
    @_noLocks get { unsafe Int(fluid_synth_get_active_voice_count(handle.synth)) }
  }

  /// Plays a hit; false if there were too many in this block.
  @_noLocks mutating func hit(
    _ drum: Drum, velocity: UInt8, attack: Float, decay: Float
  ) -> Bool {
    guard takeNote() else { return false }
    followProgram()
    released.remove(drum)
    choked.remove(drum)
    let channel = Int32(drum.index)
    let note = begin(channel, key(of: drum), velocity)
    let seconds = decay > 0 ? decay : settings[drum].decay
    if attack > 0 || seconds > 0 { shape(note: note, attack: attack, decay: seconds) }
    return true
  }

  /// Starts a note on a channel and returns FluidSynth's id of it.
  @_noLocks mutating func begin(_ channel: Int32, _ key: UInt8, _ velocity: UInt8) -> UInt32 {
    _ = unsafe fluid_synth_noteon(handle.synth, channel, Int32(key), Int32(velocity))
    // FluidSynth increments the id whether or not it finds a voice.
    defer { nextNote &+= 1 }
    return nextNote
  }

  /// Counts a note towards the limit per FluidSynth block; false beyond the limit.
  @_noLocks mutating func takeNote() -> Bool {
    guard notesWaiting < noteLimit else { return false }
    notesWaiting &+= 1
    return true
  }

  @_noLocks mutating func release(_ drum: Drum) {
    guard !released.contains(drum) else { return }
    released.insert(drum)
    _ = unsafe fluid_synth_noteoff(handle.synth, Int32(drum.index), Int32(key(of: drum)))
  }

  /// The key that sounds for a drum.
  @_noLocks func key(of drum: Drum) -> UInt8 { keys[Int(drum.index)] }

  @_noLocks mutating func releaseAll() {
    guard released.bits != DrumSet.all.bits || hasClicked || hasStruckKey else { return }
    released = .all
    hasClicked = false
    hasStruckKey = false
    _ = unsafe fluid_synth_all_notes_off(handle.synth, -1)
  }

  /// Fades out the sounding voices of `wanted`.
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
      unsafe fades.begin(voice, in: handle)
    }
    handle.handOver()
  }

  /// Switches to another drum kit of the same SoundFont at the next hit, if it exists.
  @_noLocks mutating func select(_ program: UInt8) {
    if programs.contains(program) { self.program = program }
  }

  @_noLocks mutating func followProgram() {
    guard program != heardProgram else { return }
    heardProgram = program
    for channel in 0..<2 &* drumCount {
      guard !foreign.contains(Drum(clampingIndex: channel % drumCount)) else { continue }
      _ = unsafe fluid_synth_program_select(
        handle.synth, Int32(channel), font, bank, Int32(program))
    }
    _ = unsafe fluid_synth_program_select(
      handle.synth, handle.groups.keyChannel, font, bank, Int32(program))
  }

  /// Renders `frames` frames and advances the fades.
  ///
  /// In stereo the two outputs are overwritten; pairs are added to. What drums send to effects is added
  /// to `bus`, from its first frame on; it must have room for that.
  @_noLocks mutating func render(
    frames: Int, outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    sendingTo bus: SendBuffers? = nil
  ) {
    var done = 0
    while done < frames {
      let count = min(frames &- done, fades.framesToStep)
      if count > framesInHand {
        heard.follow(controllers, in: handle)
        notesWaiting = 0
      }
      if let strips {
        unsafe writeApart(count, outputs, start &+ done, strips, bus?.advanced(by: done))
      } else {
        unsafe write(count, outputs, start &+ done)
      }
      framesInHand = (framesInHand &- count) & 63
      fades.advance(by: count, in: handle)
      done &+= count
    }
  }

  /// Renders as much silence as the longest block has, since FluidSynth allocates its buffers and does
  /// not touch them: the audio thread is not to be the first. Real-time: no.
  mutating func warmUp() {
    let frames = Self.warmUpFrames
    let waste = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    unsafe waste.initialize(repeating: 0, count: frames)
    defer { unsafe waste.deallocate() }
    let outputs = unsafe [UnsafeMutablePointer<Float>](repeating: waste, count: 52)
    unsafe outputs.withUnsafeBufferPointer { pointers in
      guard let start = pointers.baseAddress else { return }
      unsafe render(frames: frames, outputs: start, from: 0)
    }
  }

  /// FluidSynth's own limit: 128 blocks of 64 frames.
  private static let warmUpFrames = 8_192

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
      let pair = pair(ofDrum: index)
      unsafe routed[2 &* index] = outputs[2 &* pair] + start
      unsafe routed[2 &* index &+ 1] = outputs[2 &* pair &+ 1] + start
    }
    _ = unsafe fluid_synth_process(handle.synth, length, 0, nil, 52, routed)
  }
}

extension KitVoices {
  /// The output pair of a drum by its index.
  @_noLocks func pair(ofDrum index: Int) -> Int {
    guard outputPairs > 1 else { return 0 }
    let chosen = Int(settings[Drum(clampingIndex: index)].output)
    return chosen == 0 ? index : chosen &- 1
  }
}

/// Equal to `Drum.count`, which cannot be read from another module without a lazy global.
var drumCount: Int { @_noLocks get { 26 } }
