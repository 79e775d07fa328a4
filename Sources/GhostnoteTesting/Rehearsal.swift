public import Clock
public import MIDI
public import MusicalTime
public import Playback
public import Ports
import RealTime
public import Rhythm
public import Sequencing

/// An engine driven by a test: blocks of any size, a fake clock, and all output recorded with its
/// frame.
public final class Rehearsal {
  /// The first frame of the next block.
  public private(set) var frame = Frame(index: 0)
  /// The events sent to the synthesizer.
  public private(set) var sounds: [Dated<SoundEvent>] = []
  /// The messages sent by block-synchronous MIDI ports.
  public private(set) var messages: [Dated<PortMessage>] = []
  /// The events sent to outputs that schedule ahead.
  public private(set) var outgoing: [OutgoingEvent] = []
  /// The fake output that received `outgoing`.
  public private(set) var queue = FakeOutputQueue()
  /// Offsets outside their block or not in order.
  public private(set) var misplacedCount = 0
  /// The error of the driver's clock in the next blocks.
  public var clockError = HostTime.Interval(nanoseconds: 0)

  /// Frames by which the clock must be sent later than the sound, in the next blocks.
  public var clockDelay: Int32 = 0
  /// The same for the notes.
  public var notesDelay: Int32 = 0
  /// Whether the driver freewheels in the next blocks.
  public var isFreewheeling = false
  /// The input of live messages from now on.
  public var source = MessageSource.jack
  /// How long after a block was begun the fake output hears of what it sends.
  public var queueDelay = HostTime.Interval(nanoseconds: 0)
  /// The JACK transport state for a block's first frame.
  public var transport: (Frame) -> TransportReport? = { _ in nil }

  /// Called before every block.
  public var beforeBlock: () -> Void = {}

  private var skipped: Int64 = 0
  private var control: EngineControl
  private var drummer: EngineDrummer?
  private let audio: EngineAudio
  private var device: RingWriter<TimedMessage>
  private var scheduled: RingReader<OutgoingEvent>
  private var pads: [Dated<ShortMessage>] = []
  private let rate: SampleRate
  private let latency: HostTime.Interval
  private let epoch = HostTime(nanoseconds: 1_000_000_000_000)

  /// A stopped engine with a playback latency of `latency`.
  public init(
    _ program: Program, _ configuration: EngineConfiguration = EngineConfiguration(),
    latency: HostTime.Interval = HostTime.Interval(nanoseconds: 5_000_000)
  ) {
    let engine = Engine(configuration, program: program)
    control = engine.control
    audio = engine.audio
    device = engine.arriving
    scheduled = engine.outgoing
    let seat = engine.drummer
    drummer = consume seat
    rate = configuration.sampleRate
    self.latency = latency
  }

  /// Sends `message` to the engine, for the next block; false if its ring is full.
  @discardableResult public func ask(_ message: EngineMessage) -> Bool { control.send(message) }

  /// Switches to `program` at the given moment; false if the ring is full.
  @discardableResult public func swap(
    to program: Program, at moment: SwitchMoment = .now
  ) -> Bool { control.publish(program, at: moment) }

  /// Sends a drummer's message to the engine; false if its ring is full.
  @discardableResult public func drum(_ message: DrummerMessage) -> Bool {
    drummer?.send(message) ?? false
  }

  /// Takes the drummer's side of the engine; nil if it was taken already.
  public func seat() -> sending EngineDrummer? { drummer.take() }

  /// Frees the programs that the engine has released.
  public func collect() { control.collect() }

  /// The engine's status after the last block.
  public var status: EngineStatus { control.status() }

  /// The feed events since the last call.
  public func feed() -> [FeedEvent] {
    var events: [FeedEvent] = []
    while let event = control.nextEvent() { events.append(event) }
    return events
  }

  /// Delivers `message` on a block-synchronous port at `frame`.
  public func strike(_ message: ShortMessage, on frame: Frame) {
    let place = pads.lastIndex { $0.frame <= frame }.map { $0 + 1 } ?? 0
    pads.insert(Dated(message, on: frame), at: place)
  }

  /// Delivers `message` in the next block at any offset, valid or not.
  public func stage(_ message: ShortMessage, offset: Int) { audio.stage(message, offset: offset) }

  /// Delivers `message` from a device with timestamps; false if the ring is full.
  @discardableResult public func arrive(_ message: ShortMessage, at time: HostTime) -> Bool {
    device.push(
      TimedMessage(time: time, message: message, source: .alsa(client: 20, port: 0)))
  }

  /// The time at which processing of the block that begins at `frame` starts.
  public func moment(of frame: Frame) -> HostTime {
    epoch.advanced(by: rate.duration(frames: frame.index))
  }

  /// The time at which `frame` is heard.
  public func hearing(of frame: Frame) -> HostTime { moment(of: frame).advanced(by: latency) }

  /// Processes `frames` more frames in blocks of `block`.
  public func play(frames: Int, block: Int = 128) {
    var left = frames
    while left > 0 {
      makeBlock(frames: min(block, left))
      left -= block
    }
  }

  /// Processes one block and records its output.
  public func makeBlock(frames: Int) {
    beforeBlock()
    let end = frame.advanced(by: Int64(frames))
    while let pad = pads.first, pad.frame < end {
      audio.stage(
        pad.event, offset: Int(frame.distance(to: pad.frame)), from: source)
      pads.removeFirst()
    }
    let began = moment(of: frame).advanced(by: clockError)
    audio.process(
      BlockTime(
        frames: frames, began: began, heard: began.advanced(by: latency),
        transport: transport(frame), clockDelay: clockDelay, notesDelay: notesDelay,
        skipped: skipped, isFreewheeling: isFreewheeling))
    skipped = 0
    keep(frames: frames)
    queue.advance(to: moment(of: frame).advanced(by: queueDelay))
    while let event = scheduled.pop() {
      outgoing.append(event)
      queue.take(event)
    }
    frame = end
  }

  /// Skips `frames`, as after an xrun; messages received in them are lost.
  public func lose(frames: Int) {
    skipped += Int64(frames)
    frame = frame.advanced(by: Int64(frames))
    pads.removeAll { $0.frame < frame }
  }

  private func keep(frames: Int) {
    var last: Int32 = 0
    for sound in unsafe Array(audio.sounds) {
      if sound.offset < last || sound.offset >= frames { misplacedCount += 1 }
      last = sound.offset
      sounds.append(Dated(sound, on: frame.advanced(by: Int64(sound.offset))))
    }
    last = 0
    for message in unsafe Array(audio.messages) {
      if message.offset < last || message.offset >= frames { misplacedCount += 1 }
      last = message.offset
      messages.append(Dated(message, on: frame.advanced(by: Int64(message.offset))))
    }
  }
}
