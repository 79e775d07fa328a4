public import Clock
public import MIDI
public import MusicalTime
public import Ports
public import RealTime
import Rhythm
public import Sequencing

/// What an engine is built for.
public struct EngineConfiguration: Sendable {
  /// What frames are counted in; fixed for the engine's life.
  public var sampleRate = SampleRate.standard
  /// In force until another is asked for.
  public var tempo = Tempo.standard
  /// Channel listened to, 0 to 15, or 255 for any.
  public var inputChannel: UInt8 = 9
  /// Channel of outgoing notes, 0 to 15.
  public var outputChannel: UInt8 = 9
  /// Whether live notes are sent by `out` too.
  public var passesThru = true
  /// Whether an output needs its events 20 ms ahead, as an ALSA queue does.
  public var schedulesAhead = false
  /// Who leads and what is sent, until it is changed.
  public var clock = ClockSettings()
  /// What the clock ports send is sent this much later than what is heard, within `ClockSettings.offsetRange`.
  public var clockOffset = HostTime.Interval(nanoseconds: 0)

  /// 48 kHz, 120 bpm and MIDI channel 10 both ways.
  public init() {}
}

/// A new engine in its parts; give each to the thread that uses it.
@frozen public struct Engine: ~Copyable {
  /// For the thread in control: orders in, status and feed out.
  public var control: EngineControl
  /// For the thread that makes the blocks.
  public let audio: EngineAudio
  /// For the thread that invents bars.
  public var drummer: EngineDrummer
  /// Where a device puts what it hears.
  public var arriving: RingWriter<TimedMessage>
  /// Where an output that schedules ahead finds what is to be sent.
  public var outgoing: RingReader<OutgoingEvent>

  /// A stopped engine at the top of `program`.
  public init(_ configuration: EngineConfiguration, program: Program) {
    let orders = Ring<EngineMessage>(minimumCapacity: 256)
    let arriving = Ring<TimedMessage>(minimumCapacity: 4096)
    let outgoing = Ring<OutgoingEvent>(minimumCapacity: 4096)
    let retired = Ring<ProgramReference>(minimumCapacity: 256)
    let feed = Ring<FeedEvent>(minimumCapacity: 4096)
    let published = LatestValue(EngineStatus())
    let bars = Ring<DrummerMessage>(minimumCapacity: 64)
    let heard = Ring<HeardHit>(minimumCapacity: 1024)
    let publishedToDrummer = LatestValue(EngineStatus())
    let state = UnsafeMutablePointer<EngineState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: EngineState(
        configuration,
        sequencer: Sequencer(
          configuration,
          program: ProgramCursor(ProgramReference(retaining: program), retired: retired.writer),
          drummer: DrummerCursor(
            made: bars.reader, heard: heard.writer, published: publishedToDrummer.writer)),
        output: EngineOutput(configuration, outgoing: outgoing.writer),
        control: ControlLink(
          orders: orders.reader, feed: feed.writer, published: published.writer),
        arriving: arriving.reader))
    let shared = unsafe SharedPointer(state)
    audio = EngineAudio(state: shared)
    control = EngineControl(
      state: shared, orders: orders.writer, published: published.reader, feed: feed.reader,
      retired: retired.reader)
    drummer = EngineDrummer(
      bars: bars.writer, published: publishedToDrummer.reader, heard: heard.reader)
    self.arriving = arriving.writer
    self.outgoing = outgoing.reader
  }
}

/// The engine as the audio thread sees it. Real-time: yes.
///
/// Sendable because one driver at a time calls it: the next driver starts only after the
/// last one.
public struct EngineAudio: BitwiseCopyable, Sendable {
  let state: SharedPointer<EngineState>

  @_noLocks init(state: SharedPointer<EngineState>) { self.state = state }

  /// Takes a live message at `offset` frames into the block that `process` makes next; offsets
  /// outside the block mean its first or last frame.
  @_noLocks public func stage(
    _ message: ShortMessage, offset: Int, from source: MessageSource = .jack
  ) {
    let inside = Int32(truncatingIfNeeded: min(max(offset, 0), Int(Int32.max)))
    unsafe state.address.pointee.stage(message, offset: inside, from: source)
  }

  /// Makes one block; then `sounds` and `messages` say what is due in it.
  @_noLocks public func process(_ time: BlockTime) { unsafe state.address.pointee.process(time) }

  /// Whether a bar that the next `frames` lead into is not made yet, though the drummer is to play it:
  /// who has time may wait for it.
  @_noLocks public func awaitsBar(in frames: Int) -> Bool {
    unsafe state.address.pointee.awaitsBar(in: frames)
  }

  /// The tempo to tell others: a MIDI clock's where one leads, else our own, also under JACK
  /// transport, whose bars and beats may be ours to give.
  public var tempo: Tempo {
    @_noLocks get { unsafe state.address.pointee.sequencer.tempoForOthers }
  }

  /// The tempo that is heard: of the clock that leads.
  public var leadingTempo: Tempo {
    @_noLocks get { unsafe state.address.pointee.sequencer.leadingTempo }
  }

  /// The meter of the pattern that plays; 4/4 where no meter is as long as its bar.
  public var meter: Meter {
    @_noLocks get { unsafe state.address.pointee.control.status.place.bar.meter ?? .fourFour }
  }

  /// The bar in which the song is on the next block's first frame; nil where no meter is as long as it, and where
  /// JACK transport rolls past a song at rest.
  public var songBar: SongBar? {
    @_noLocks get {
      let isRolling = unsafe state.address.pointee.control.status.isRolling
      if !isRolling, let report = unsafe state.address.pointee.output.block.time.transport,
        case .rolling = report.motion
      {
        return nil
      }
      return unsafe state.address.pointee.control.status.songBar
    }
  }

  /// What the synthesizer does in the block made last, in order; valid until the next.
  public var sounds: UnsafeBufferPointer<SoundEvent> {
    @_noLocks get { unsafe state.address.pointee.output.block.sounds }
  }

  /// What is sent by block-synchronous MIDI ports, in order; valid until the next block.
  public var messages: UnsafeBufferPointer<PortMessage> {
    @_noLocks get { unsafe state.address.pointee.output.block.messages }
  }
}
