import FluidSynthesizer
import Glibc
import Instrument
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Two channels of one block.
@safe struct Buffers: ~Copyable {
  static let frames = 128

  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let samples: UnsafeMutablePointer<Float>
  private let frames: Int

  /// Buffers for `frames` frames.
  init(frames: Int = frames) {
    self.frames = frames
    unsafe samples = .allocate(capacity: 2 * frames)
    unsafe samples.initialize(repeating: 0, count: 2 * frames)
    unsafe outputs = .allocate(capacity: 2)
    unsafe outputs.initialize(to: samples)
    unsafe (outputs + 1).initialize(to: samples + frames)
  }

  deinit {
    unsafe outputs.deallocate()
    unsafe samples.deallocate()
  }

  /// The largest absolute sample of the last block.
  var peak: Float {
    var peak: Float = 0
    for index in 0..<2 * frames { peak = unsafe max(peak, abs(samples[index])) }
    return peak
  }
}

/// The synthesizer alone, with the bundled kit.
struct Drums: ~Copyable {
  private var rack: KitRack
  private var renderer: Renderer

  init() throws {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    rack = synthesizer.rack
    renderer = synthesizer.renderer
    try changeKit()
  }

  /// Loads the kit again, as if it were a different one.
  mutating func changeKit() throws {
    let file = try SoundFontFile(path: Places.soundFont)
    rack.install(try Kit(file: file, sampleRate: .standard))
  }

  /// The number of active voices.
  mutating func voices() -> Int { rack.collect().activeVoices }

  /// Renders one block.
  mutating func render(
    _ events: UnsafeBufferPointer<SoundEvent>, frames: Int, _ buffers: borrowing Buffers
  ) {
    unsafe renderer.render(
      events: events, frames: frames, outputs: UnsafePointer(buffers.outputs))
  }
}

/// Engine and synthesizer as in the daemon, with the bundled kit and a fake clock.
struct Band: ~Copyable {
  private var control: EngineControl
  private let kits: KitLibrary
  private let instrument: Instrument
  private var frame = Frame(index: 0)

  init(_ program: Program, _ buffers: borrowing Buffers) throws {
    let engine = Engine(EngineConfiguration(), program: program)
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    kits = KitLibrary(rack: synthesizer.rack, soundFont: Places.soundFont)
    instrument = Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
    control = engine.control
    _ = try kits.load(KitDescription())
    for output in 0..<2 { unsafe instrument.audio.setOutput(output, to: buffers.outputs[output]) }
  }

  mutating func ask(_ message: EngineMessage) { _ = control.send(message) }

  /// Hits a pad in the next block.
  func strike(_ drum: Drum, velocity: UInt8, offset: Int) {
    instrument.audio.stage(
      .noteOn(channel: 9, note: drum.note, velocity: velocity), offset: offset)
  }

  /// Processes one block.
  mutating func play(frames: Int = Buffers.frames) {
    let now = HostTime(nanoseconds: 0)
      .advanced(by: SampleRate.standard.duration(frames: frame.index))
    instrument.audio.process(BlockTime(frames: frames, began: now, heard: now))
    frame = frame.advanced(by: Int64(frames))
  }
}

/// A monotonic clock in microseconds.
func microseconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
