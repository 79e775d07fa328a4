public import Clock
public import MIDI
public import MusicalTime
public import Playback
public import Ports
import RealTime
public import Rhythm
public import Sequencing

/// An engine played by hand: blocks of any size, a clock turned by hand, and everything that
/// happens kept with the frame it happened on.
public final class Rehearsal {
  /// First frame of the next block.
  public private(set) var frame = Frame(index: 0)
  /// What the synthesizer was asked for.
  public private(set) var sounds: [Dated<SoundEvent>] = []
  /// What left by block-synchronous MIDI ports.
  public private(set) var messages: [Dated<PortMessage>] = []
  /// What the engine asked of outputs that schedule ahead.
  public private(set) var outgoing: [OutgoingEvent] = []
  /// What became of `outgoing`.
  public private(set) var queue = OutputQueue()
  /// Offsets that lay outside their block or before the one in front of them.
  public private(set) var misplacedCount = 0
  /// How far the driver's idea of the time is off in the blocks to come.
  public var clockError = HostTime.Interval(nanoseconds: 0)

  /// Frames by which the clock must leave later than the sound, in the blocks to come.
  public var clockDelay: Int32 = 0
  /// The same for the notes.
  public var notesDelay: Int32 = 0
  /// Whether the driver makes the blocks to come as fast as it can.
  public var isFreewheeling = false
  /// The input by which struck messages come, from now on.
  public var source = MessageSource.jack
  /// What JACK transport says of the block that begins on a frame.
  public var transport: (Frame) -> TransportReport? = { _ in nil }

  /// What is done before every block.
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

  /// A stopped engine that is heard `latency` after each block is made.
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

  /// Asks the engine for `message` before the next block; false when it takes no more.
  @discardableResult public func ask(_ message: EngineMessage) -> Bool { control.send(message) }

  /// Plays `program` instead from that moment on; false when the engine takes no more.
  @discardableResult public func swap(
    to program: Program, at moment: SwitchMoment = .now
  ) -> Bool { control.publish(program, at: moment) }

  /// Asks the engine for `message` as its drummer would; false when it takes no more.
  @discardableResult public func drum(_ message: DrummerMessage) -> Bool {
    drummer?.send(message) ?? false
  }

  /// Hands the drummer's side of the engine to whoever drums; nil when somebody has it already.
  public func seat() -> sending EngineDrummer? { drummer.take() }

  /// Frees the programs the engine has done with.
  public func collect() { control.collect() }

  /// How the engine stood after the last block.
  public var status: EngineStatus { control.status() }

  /// What happened since the last look.
  public func feed() -> [FeedEvent] {
    var events: [FeedEvent] = []
    while let event = control.nextEvent() { events.append(event) }
    return events
  }

  /// Lets a block-synchronous port hear `message` on `frame`.
  public func strike(_ message: ShortMessage, on frame: Frame) {
    let place = pads.lastIndex { $0.frame <= frame }.map { $0 + 1 } ?? 0
    pads.insert(Dated(message, on: frame), at: place)
  }

  /// Hands `message` to the next block at any offset, right or wrong.
  public func stage(_ message: ShortMessage, offset: Int) { audio.stage(message, offset: offset) }

  /// Lets a device that stamps its messages send `message`; false when the engine takes no more.
  @discardableResult public func arrive(_ message: ShortMessage, at time: HostTime) -> Bool {
    device.push(
      TimedMessage(time: time, message: message, source: .alsa(client: 20, port: 0)))
  }

  /// When making the block that begins with `frame` begins.
  public func moment(of frame: Frame) -> HostTime {
    epoch.advanced(by: rate.duration(frames: frame.index))
  }

  /// When `frame` is heard.
  public func hearing(of frame: Frame) -> HostTime { moment(of: frame).advanced(by: latency) }

  /// Makes `frames` more frames in blocks of `block`.
  public func play(frames: Int, block: Int = 128) {
    var left = frames
    while left > 0 {
      makeBlock(frames: min(block, left))
      left -= block
    }
  }

  /// Makes one block and keeps what it brings.
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
    queue.advance(to: moment(of: frame))
    while let event = scheduled.pop() {
      outgoing.append(event)
      queue.take(event)
    }
    frame = end
  }

  /// Loses `frames`: nobody makes them, and what the ports hear meanwhile is lost.
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
