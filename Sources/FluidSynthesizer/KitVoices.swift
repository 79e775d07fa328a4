internal import CFluidSynth
internal import MusicalTime
internal import Playback
internal import Rhythm

/// The audio thread's operations on a kit; stored behind a pointer. Real-time: yes.
@safe struct KitVoices: ~Copyable {
  let handle: FluidHandle
  private var program: ProgramSelection
  /// The key that sounds for each drum.
  private let keys: InlineArray<26, UInt8>
  /// The settings of each drum, and where it comes out.
  var settings = SoundSettings()
  let routing: OutputRouting
  /// The filters and sends of the drums, where those are rendered apart.
  let strips: DrumStrips?
  var controllers = SentControllers()

  let list: VoiceList
  /// The voices being choked.
  private var fades: VoiceFades
  private var block: SynthBlock
  var open = OpenNotes()
  /// FluidSynth's id of the next note.
  private(set) var nextNote: UInt32 = 0

  init(
    synth: consuming FluidHandle, program: ProgramSelection, sampleRate: SampleRate,
    outputPairs: Int, keys: KeyMap, foreign: [Drum: UInt8]
  ) {
    let polyphony = synth.polyphony
    let groups = synth.groups
    handle = synth
    self.program = program
    self.keys = InlineArray { index in
      let drum = Drum(clampingIndex: index)
      return foreign[drum] ?? keys[drum]
    }
    routing = OutputRouting(pairs: outputPairs)
    list = VoiceList(capacity: polyphony)
    fades = VoiceFades(capacity: polyphony, sampleRate: sampleRate)
    block = SynthBlock(polyphony: polyphony)
    strips = groups.isApart ? DrumStrips(sampleRate: sampleRate) : nil
    for drum in Drum.all { shape(drum, settings[drum]) }
    shape(groups.keyChannel, DrumSound(), level: 0)
  }

  deinit { strips?.deallocate() }

  var activeVoices: Int {
    @_noLocks get { unsafe Int(fluid_synth_get_active_voice_count(handle.synth)) }
  }

  /// Plays a hit; false if there were too many in this block.
  @_noLocks mutating func hit(
    _ drum: Drum, velocity: UInt8, attack: Float, decay: Float
  ) -> Bool {
    guard takeNote() else { return false }
    open.hit(drum)
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

  /// Prepares for a note of the program that is wanted; false if there were too many in this block.
  @_noLocks mutating func takeNote() -> Bool {
    guard block.takeNote() else { return false }
    program.follow(in: handle)
    return true
  }

  @_noLocks mutating func release(_ drum: Drum) {
    guard open.release(drum) else { return }
    _ = unsafe fluid_synth_noteoff(handle.synth, Int32(drum.index), Int32(key(of: drum)))
  }

  /// The key that sounds for a drum.
  @_noLocks func key(of drum: Drum) -> UInt8 { keys[Int(drum.index)] }

  @_noLocks mutating func releaseAll() {
    guard open.releaseAll() else { return }
    _ = unsafe fluid_synth_all_notes_off(handle.synth, -1)
  }

  /// Fades out the sounding voices of `wanted`.
  @_noLocks mutating func choke(_ wanted: DrumSet) {
    let (drums, others) = open.choke(wanted)
    guard !drums.isEmpty || others else { return }
    list.read(note: -1, of: handle)
    var index = 0
    while let voice = unsafe list.voice(index) {
      index &+= 1
      let channel = unsafe Int(fluid_voice_get_channel(voice))
      guard channel >= 0,
        channel < drumCount ? drums.contains(Drum(clampingIndex: channel)) : others
      else { continue }
      unsafe fades.begin(voice, in: handle)
    }
    handle.handOver()
  }

  /// The program that the next hit sounds with.
  var selectedProgram: UInt8 { @_noLocks get { program.wanted } }

  /// Switches to another drum kit of the same SoundFont at the next hit, if it exists.
  @_noLocks mutating func select(_ program: UInt8) { self.program.select(program) }

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
      if block.ends(within: count) { controllers.send(to: handle) }
      if let strips {
        unsafe writeApart(count, outputs, start &+ done, strips, bus?.advanced(by: done))
      } else {
        unsafe write(count, outputs, start &+ done)
      }
      block.advance(by: count)
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
    if routing.pairs == 1 {
      _ = unsafe fluid_synth_write_float(
        handle.synth, length, outputs[0], offset, 1, outputs[1], offset, 1)
      return
    }
    _ = unsafe fluid_synth_process(
      handle.synth, length, 0, nil, 52, routing.buffers(outputs, from: start, settings))
  }
}

/// Equal to `Drum.count`, which cannot be read from another module without a lazy global.
var drumCount: Int { @_noLocks get { 26 } }
