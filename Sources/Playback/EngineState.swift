import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// Everything the audio thread reads and writes. Lives behind one pointer. Real-time: yes.
struct EngineState: ~Copyable {
  let sampleRate: SampleRate
  /// Frames that are planned ahead of the block, for outputs that schedule and for a clock that
  /// leaves early.
  let horizon: Int64
  /// Frames by which the clock leaves earlier than what is heard, where it does: so far ahead it has
  /// left. Anything else is taken back, and what an output has let go of in the meantime is told
  /// anew: a song position before every Continue, a note-off for every note.
  let clockLead: Int64
  /// Whether there is an output that schedules ahead.
  let schedulesAhead: Bool
  /// How much later than what is heard the clock leaves.
  let clockOffset: HostTime.Interval
  /// How long the note of a sequenced hit lasts on the MIDI outputs.
  let gate: HostTime.Interval
  /// Channel of outgoing notes, 0 to 15.
  let channel: UInt8
  /// Whether live notes leave by `out` too.
  let passesThru: Bool

  /// First frame of the block being made.
  var frame = Frame(index: 0)
  /// Everything before this frame has been decided.
  var plannedThrough = Frame(index: 0)
  var time = BlockTime(
    frames: 0, began: HostTime(nanoseconds: 0), heard: HostTime(nanoseconds: 0))
  /// What is planned now is told to leave no earlier than this: after all that was planned before,
  /// although the driver's idea of the time moves.
  var earliestLeaving = HostTime(nanoseconds: .min)
  /// The latest moment at which anything that became due was told to leave.
  var latestLeft = HostTime(nanoseconds: .min)
  var transport: Transport
  /// Who may lead, how it is followed, and what is sent.
  var choice: ClockChoice
  var leader = ClockLeader.internal
  var follower = ClockFollower()
  var following = Following()
  /// Clock and transport messages of this block that are followed.
  var ticking = LiveQueue()
  /// What followers of ours have been told.
  var joining = Joining()
  /// Whether the Start, Continue or Stop that left last set followers rolling.
  var followersRoll = false
  var program: ProgramReference
  var plan = Plan(capacity: 4096)
  var reading = Reading()
  var drumming = Drumming()
  var clicking = Clicking()
  var output = BlockOutput()
  var departing = Departing()
  var input: LiveInput
  var live = LiveQueue()
  /// Whether live messages of this block had to be dropped, note-offs perhaps among them.
  var hasMissedLive = false
  /// When the sequenced notes that sound on `out` end.
  var gates: InlineArray<26, Frame>
  var gated = DrumSet()
  /// Those of voices that are no drums.
  var noteGates = NoteGates()
  /// The notes on outputs that schedule ahead.
  var ahead = AheadNotes()
  /// Drums struck by hand and not let go yet.
  var held = DrumSet()
  /// Those of `held` whose note still sounds on block-synchronous ports; never also `gated`.
  var thru = DrumSet()
  var status = EngineStatus()

  let orders: RingReader<EngineMessage>
  let arriving: RingReader<TimedMessage>
  let outgoing: RingWriter<OutgoingEvent>
  let retired: RingWriter<ProgramReference>
  let feed: RingWriter<FeedEvent>
  var published: LatestWriter<EngineStatus>
  let bars: RingReader<DrummerMessage>
  let heard: RingWriter<HeardHit>
  /// The same as `published`, for the drummer.
  var publishedToDrummer: LatestWriter<EngineStatus>

  init(
    configuration: EngineConfiguration, program: ProgramReference,
    orders: consuming RingReader<EngineMessage>, arriving: consuming RingReader<TimedMessage>,
    outgoing: consuming RingWriter<OutgoingEvent>, retired: consuming RingWriter<ProgramReference>,
    feed: consuming RingWriter<FeedEvent>, published: consuming LatestWriter<EngineStatus>,
    bars: consuming RingReader<DrummerMessage>, heard: consuming RingWriter<HeardHit>,
    publishedToDrummer: consuming LatestWriter<EngineStatus>
  ) {
    sampleRate = configuration.sampleRate
    schedulesAhead = configuration.schedulesAhead
    clockOffset = configuration.clockOffset
    clockLead = max(-sampleRate.frames(in: configuration.clockOffset), 0)
    horizon = clockLead + (configuration.schedulesAhead ? sampleRate.frames(milliseconds: 20) : 0)
    gate = HostTime.Interval(nanoseconds: 50_000_000)
    channel = configuration.outputChannel
    passesThru = configuration.passesThru
    choice = ClockChoice(configuration.clock)
    transport = Transport(tempo: configuration.tempo, sampleRate: sampleRate)
    self.program = program
    input = LiveInput(channel: configuration.inputChannel)
    gates = InlineArray(repeating: Frame(index: 0))
    self.orders = orders
    self.arriving = arriving
    self.outgoing = outgoing
    self.retired = retired
    self.feed = feed
    self.published = published
    self.bars = bars
    self.heard = heard
    self.publishedToDrummer = publishedToDrummer
  }

  /// Makes one block: decides what lies ahead, then collects what is due in order of frames.
  @_noLocks mutating func process(_ time: BlockTime) {
    self.time = time
    output.removeAll()
    // JACK may call with nothing to make; live messages wait for a block that has frames.
    guard time.frames > 0 else { return }
    prepareDepartures()
    attendFreewheel()
    takeBars()
    skip(time.skipped)
    let end = frame.advanced(by: Int64(time.frames))
    takeOrders()
    gatherLive()
    followClock()
    let horizon = end.advanced(by: horizon)
    bendToClock(through: horizon)
    planAhead(through: horizon)
    playDue(before: end)
    live.removeAll()
    if hasMissedLive { letGoOfAll(at: Int32(truncatingIfNeeded: time.frames &- 1)) }
    hasMissedLive = false
    depart(before: end)
    frame = end
    publish()
  }

  @_noLocks private mutating func publish() {
    status.frame = frame
    status.time = time.heard.advanced(by: sampleRate.duration(frames: Int64(time.frames)))
    status.position = transport.position(at: frame)
    status.planned = transport.position(at: plannedThrough)
    status.tempo = leadingTempo
    status.leader = leader
    status.clockHealth = follower.health
    if case .armed = follower.motion { status.isArmed = true } else { status.isArmed = false }
    status.isRolling = transport.isRolling
    status.isCountingIn = clicking.countsIn
    status.heard = beatHeard(as: 0) ?? status.position
    status.began = transport.beganFrom
    status.origin = reading.origin
    status.place = place(at: status.position)
    status.isSwitchPending = reading.next != nil
    status.isFilling = reading.isFilling
    status.droppedCues = reading.cues.dropped
    published.publish(status)
    publishedToDrummer.publish(status)
  }

  /// When `frame` is heard.
  @_noLocks func heard(_ frame: Frame) -> HostTime {
    time.heard.advanced(by: sampleRate.duration(frames: self.frame.distance(to: frame)))
  }

  /// When what is planned for `frame` is told to leave.
  @_noLocks func leaving(_ frame: Frame) -> HostTime {
    let since = sampleRate.duration(frames: self.frame.distance(to: frame))
    let heard = departing.heard.advanced(by: since)
    return heard < earliestLeaving ? earliestLeaving : heard
  }

  /// Hands an event to the outputs that schedule ahead, where there are any; false when they take
  /// no more.
  @discardableResult @_noLocks mutating func leave(
    _ action: OutgoingEvent.Action, _ port: OutputPort, _ message: ShortMessage, at time: HostTime
  ) -> Bool {
    guard schedulesAhead, !departing.isOffline else { return true }
    let event = OutgoingEvent(action: action, port: port, message: message, time: time)
    guard !outgoing.push(event) else { return true }
    status.droppedMessages &+= 1
    return false
  }
}
