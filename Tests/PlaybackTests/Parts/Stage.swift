import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

@testable import Playback

/// The parts of an engine that plan and schedule, without the rest of it. A frame is heard 10 ms after it
/// is made; 120 bpm at 48 kHz, so that a beat is 24 000 frames and a tick 1 000.
final class Stage {
  var block: Block
  var scheduler: Scheduler
  var notes: NoteLedger
  private var outgoing: RingReader<OutgoingEvent>

  init(_ configuration: EngineConfiguration = Stage.ahead) {
    let ring = Ring<OutgoingEvent>(minimumCapacity: 8_192)
    outgoing = ring.reader
    block = Block(configuration, outgoing: ring.writer)
    scheduler = Scheduler(configuration)
    notes = NoteLedger(configuration)
  }

  /// With an output that schedules ahead.
  static var ahead: EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    return configuration
  }

  /// One beat every 24 000 frames, beat 0 on frame 0.
  static let line = Timeline(
    tempo: .standard, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 0))

  /// When a frame is heard.
  static func hearing(_ frame: Int64) -> HostTime {
    SampleRate.standard.time(of: Frame(index: frame))
      .advanced(by: HostTime.Interval(nanoseconds: 10_000_000))
  }

  /// Begins the next block; `late` is how wrong the driver's idea of the time is.
  func begin(frames: Int, late: Int64 = 0) {
    let heard = Self.hearing(block.frame.index)
      .advanced(by: HostTime.Interval(nanoseconds: late))
    let began = heard.advanced(by: HostTime.Interval(nanoseconds: -10_000_000))
    _ = block.begin(BlockTime(frames: frames, began: began, heard: heard))
    block.updateSendTimes(atRest: true)
  }

  /// What outputs that schedule ahead were given since this was asked last.
  func scheduled() -> [OutgoingEvent] {
    var events: [OutgoingEvent] = []
    while let event = outgoing.pop() { events.append(event) }
    return events
  }

  /// All that is due, in the order in which it is.
  func due() -> [PlannedEvent] {
    var events: [PlannedEvent] = []
    while let event = scheduler.removeFirst() { events.append(event) }
    return events
  }
}

extension PlannedEvent {
  /// A kick on `frame` that is known by its `number`.
  static func kick(_ number: Int, on frame: Int64, length: Int32 = 0) -> PlannedEvent {
    var note = PlannedNote(
      Cue(voice: Voice(.kick), velocity: Velocity(clamping: 100), beat: Beats(units: Int64(number)))
    )
    note.length = length
    return PlannedEvent(
      .stroke(note), frame: Frame(index: frame), sendTime: HostTime(nanoseconds: frame * 1_000))
  }

  /// The number given to `kick`.
  var number: Int? { note.map { Int($0.beat.units) } }

  /// The message of our clock that it is.
  var message: ShortMessage? { if case .message(let message) = content { message } else { nil } }
}

extension Program {
  /// What a patch of that pattern alone plays.
  convenience init(pattern: Pattern) {
    var patch = Patch()
    patch.pattern = pattern
    self.init(patch)
  }
}
