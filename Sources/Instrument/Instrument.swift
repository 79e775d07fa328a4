public import Clock
public import FluidSynthesizer
public import MIDI
public import MusicalTime
public import Playback
public import Ports
import RealTime
import Synchronization

/// The drivers that can run the instrument; only one is active.
public enum Driver: Int, BitwiseCopyable, Sendable {
  case none = 0
  case paced = 1
  case jack = 2
  case pcm = 3
}

/// Engine and synthesizer together: processes blocks for a driver.
///
/// Does not own the control halves; must be kept until every driver has stopped. Thread-safe.
/// Real-time: `audio` is.
public final class Instrument: Sendable {
  /// The interface for drivers.
  public let audio: InstrumentAudio
  /// What the audio thread writes for listeners and watchers.
  private let sound: Mutex<RingReader<StereoFrame>>
  private let published: Mutex<LatestReader<OutputLevels>>

  /// An instrument made of an engine's audio half and a renderer.
  ///
  /// - Parameters:
  ///   - outputs: buffers a block fills: 2 in stereo, 52 with a pair a drum.
  ///   - sampleRate: the engine's.
  public init(
    engine: EngineAudio, renderer: consuming sending Renderer, outputs: Int,
    sampleRate: SampleRate = .standard
  ) {
    let ring = Ring<StereoFrame>(minimumCapacity: AudioTap.capacity)
    let latest = LatestValue(OutputLevels())
    let tap = AudioTap(
      sound: ring.writer, levels: latest.writer, outputCount: outputs,
      framesPerLevel: Int(sampleRate.hertz) / 30)
    sound = Mutex(ring.reader)
    published = Mutex(latest.reader)
    let state = UnsafeMutablePointer<InstrumentState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: InstrumentState(engine: engine, renderer: renderer, outputs: outputs, tap: tap))
    audio = unsafe InstrumentAudio(state: SharedPointer(state))
  }

  /// Whether what is played is kept for `takeSound`; turned on, it begins with what is played now.
  public func carrySound(_ carries: Bool) {
    unsafe audio.state.address.pointee.tap.carriesSound.store(carries, ordering: .relaxed)
    if !carries { _ = takeSound() }
  }

  /// What was played since the last call, a third of a second at most, at the instrument's rate; what is
  /// not taken in time is lost.
  public func takeSound() -> [StereoFrame] {
    sound.withLock { sound in
      var frames: [StereoFrame] = []
      while frames.count < AudioTap.capacity, let frame = sound.pop() { frames.append(frame) }
      return frames
    }
  }

  /// Whether `levels` are measured, thirty times a second.
  public func measureLevels(_ measures: Bool) {
    unsafe audio.state.address.pointee.tap.measuresLevels.store(measures, ordering: .relaxed)
  }

  /// How loud it was in the latest while that was measured.
  public func levels() -> OutputLevels { published.withLock { $0.latest() } }

  deinit {
    unsafe audio.state.address.deinitialize(count: 1)
    unsafe audio.state.address.deallocate()
  }
}

/// The memory at the pointer that drivers use.
@safe struct InstrumentState: ~Copyable {
  let engine: EngineAudio
  var renderer: Renderer
  var tap: AudioTap
  let turn = AudioTurn()
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// A buffer for outputs that a driver does not provide.
  let waste: UnsafeMutablePointer<Float>

  init(
    engine: EngineAudio, renderer: consuming Renderer, outputs count: Int,
    tap: consuming AudioTap
  ) {
    self.tap = tap
    self.engine = engine
    self.renderer = renderer
    outputCount = count
    unsafe waste = .allocate(capacity: InstrumentAudio.largestBlock)
    unsafe waste.initialize(repeating: 0, count: InstrumentAudio.largestBlock)
    unsafe outputs = .allocate(capacity: count)
    unsafe outputs.initialize(repeating: waste, count: count)
  }

  deinit {
    unsafe outputs.deallocate()
    unsafe waste.deallocate()
  }
}

/// The audio thread's interface to the instrument. Real-time: yes, except `giveTurn`.
///
/// Sendable because only one driver is active at a time.
public struct InstrumentAudio: BitwiseCopyable, Sendable {
  /// The maximum length of a block in frames.
  public static var largestBlock: Int { @_noLocks get { 8192 } }

  let state: SharedPointer<InstrumentState>

  @_noLocks init(state: SharedPointer<InstrumentState>) { self.state = state }

  /// The number of output buffers.
  public var outputCount: Int { @_noLocks get { unsafe state.address.pointee.outputCount } }

  /// Begins a block of `driver`; false if another driver is active, and then nothing else may be
  /// called.
  @_noLocks public func begin(_ driver: Driver) -> Bool {
    unsafe state.address.pointee.turn.enter(driver.number)
  }

  /// Ends the block that `begin` began.
  @_noLocks public func end() { unsafe state.address.pointee.turn.leave() }

  /// Sets the buffer of output `index` for this block.
  @_noLocks public func setOutput(_ index: Int, to buffer: UnsafeMutablePointer<Float>) {
    guard index < outputCount else { return }
    unsafe state.address.pointee.outputs[index] = buffer
  }

  /// Adds a live message, `offset` frames into this block.
  @_noLocks public func stage(
    _ message: ShortMessage, offset: Int, from source: MessageSource = .jack
  ) {
    unsafe state.address.pointee.engine.stage(message, offset: offset, from: source)
  }

  /// Processes the block: fills the outputs and `messages`.
  @_noLocks public func process(_ time: BlockTime) {
    unsafe state.address.pointee.engine.process(time)
    let sounds = unsafe state.address.pointee.engine.sounds
    unsafe state.address.pointee.renderer.render(
      events: sounds, frames: time.frames, outputs: UnsafePointer(state.address.pointee.outputs),
      tempo: state.address.pointee.engine.leadingTempo)
    unsafe state.address.pointee.tap.write(
      UnsafePointer(state.address.pointee.outputs), frames: time.frames)
  }

  /// Whether the drummer has not yet finished a bar that begins within the next `frames`.
  @_noLocks public func awaitsBar(in frames: Int) -> Bool {
    unsafe state.address.pointee.engine.awaitsBar(in: frames)
  }

  /// The tempo to report to other programs.
  public var tempo: Tempo { @_noLocks get { unsafe state.address.pointee.engine.tempo } }

  /// The meter of what is played.
  public var meter: Meter { @_noLocks get { unsafe state.address.pointee.engine.meter } }

  /// The bar in which the song is when the next block begins; nil where no meter is as long as it, and where JACK
  /// transport rolls past a song at rest.
  public var songBar: SongBar? {
    @_noLocks get { unsafe state.address.pointee.engine.songBar }
  }

  /// The messages for block-synchronous MIDI ports, in order; valid until the next block.
  public var messages: UnsafeBufferPointer<PortMessage> {
    @_noLocks get { unsafe state.address.pointee.engine.messages }
  }

  /// Makes `driver` the active one, once the current block has ended. Real-time: no.
  public func giveTurn(to driver: Driver, whileWaiting pause: () -> Void) {
    unsafe state.address.pointee.turn.give(to: driver.rawValue, whileWaiting: pause)
  }
}

extension Driver {
  /// The raw value, whose accessor cannot be called in real-time code.
  var number: Int {
    @_noLocks get {
      switch self {
      case .none: 0
      case .paced: 1
      case .jack: 2
      case .pcm: 3
      }
    }
  }
}
