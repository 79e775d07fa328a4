public import FluidSynthesizer
public import MIDI
public import MusicalTime
public import Playback
import RealTime
public import Sequencing

/// Which driver fills blocks; only one has the turn.
public enum Driver: Int, BitwiseCopyable, Sendable {
  case none = 0
  case paced = 1
  case jack = 2
  case pcm = 3
}

/// Engine and synthesizer as one: what every driver calls, block by block.
///
/// Owns nothing of the control halves; keep it alive until every driver has stopped. Thread-safe
/// to hold. Real-time: `audio` is.
public final class Instrument: Sendable {
  /// What drivers call.
  public let audio: InstrumentAudio

  /// An instrument of a new engine's audio half and a renderer.
  ///
  /// - Parameter outputs: buffers a block fills: 2 in stereo, 52 with a pair a drum.
  public init(engine: EngineAudio, renderer: consuming sending Renderer, outputs: Int) {
    let state = UnsafeMutablePointer<InstrumentState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: InstrumentState(engine: engine, renderer: renderer, outputs: outputs))
    audio = unsafe InstrumentAudio(state: SharedPointer(state))
  }

  deinit {
    unsafe audio.state.address.deinitialize(count: 1)
    unsafe audio.state.address.deallocate()
  }
}

/// What lives behind the pointer that drivers hold.
@safe struct InstrumentState: ~Copyable {
  let engine: EngineAudio
  var renderer: Renderer
  let turn = AudioTurn()
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// Where outputs point that a driver has no buffer for.
  let waste: UnsafeMutablePointer<Float>

  init(engine: EngineAudio, renderer: consuming Renderer, outputs count: Int) {
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

/// The instrument as the audio thread sees it. Real-time: yes, but for `giveTurn`.
///
/// Sendable because the turn lets one driver in at a time.
public struct InstrumentAudio: BitwiseCopyable, Sendable {
  /// The most frames a block may have.
  public static var largestBlock: Int { @_noLocks get { 8192 } }

  let state: SharedPointer<InstrumentState>

  @_noLocks init(state: SharedPointer<InstrumentState>) { self.state = state }

  /// How many buffers a block fills.
  public var outputCount: Int { @_noLocks get { unsafe state.address.pointee.outputCount } }

  /// Begins a block of `driver`; false when it is another's turn, and then nothing else may be
  /// called.
  @_noLocks public func begin(_ driver: Driver) -> Bool {
    unsafe state.address.pointee.turn.enter(driver.number)
  }

  /// Ends the block that `begin` began.
  @_noLocks public func end() { unsafe state.address.pointee.turn.leave() }

  /// Says where output `index` goes in this block.
  @_noLocks public func setOutput(_ index: Int, to buffer: UnsafeMutablePointer<Float>) {
    guard index < outputCount else { return }
    unsafe state.address.pointee.outputs[index] = buffer
  }

  /// Takes a live message at `offset` frames into this block.
  @_noLocks public func stage(
    _ message: ShortMessage, offset: Int, from source: MessageSource = .jack
  ) {
    unsafe state.address.pointee.engine.stage(message, offset: offset, from: source)
  }

  /// Makes the block: afterwards the outputs are filled and `messages` says what leaves.
  @_noLocks public func process(_ time: BlockTime) {
    unsafe state.address.pointee.engine.process(time)
    let sounds = unsafe state.address.pointee.engine.sounds
    unsafe state.address.pointee.renderer.render(
      events: sounds, frames: time.frames, outputs: UnsafePointer(state.address.pointee.outputs))
  }

  /// Whether the drummer still makes a bar that the next `frames` lead into.
  @_noLocks public func awaitsBar(in frames: Int) -> Bool {
    unsafe state.address.pointee.engine.awaitsBar(in: frames)
  }

  /// The tempo to tell others.
  public var tempo: Tempo { @_noLocks get { unsafe state.address.pointee.engine.tempo } }

  /// The meter of what is played.
  public var meter: Meter { @_noLocks get { unsafe state.address.pointee.engine.meter } }

  /// What leaves by block-synchronous MIDI ports, in order; valid until the next block.
  public var messages: UnsafeBufferPointer<PortMessage> {
    @_noLocks get { unsafe state.address.pointee.engine.messages }
  }

  /// Lets `driver` fill blocks from now on, once the block in progress has ended. Real-time: no.
  public func giveTurn(to driver: Driver, whileWaiting pause: () -> Void) {
    unsafe state.address.pointee.turn.give(to: driver.rawValue, whileWaiting: pause)
  }
}

extension Driver {
  /// Its number, where a raw value's accessor may not be called.
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
