import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

/// Everything the audio thread reads and writes, in parts that own their state. Lives behind one
/// pointer. Real-time: yes.
struct EngineState: ~Copyable {
  var block: Block
  var scheduler: Scheduler
  var notes: NoteLedger
  var transport: TransportControl
  var clock: ClockInput
  var jack = JACKTransportInput()
  var program: ProgramCursor
  var drummer: DrummerCursor
  var clicks = ClickTrack()
  var player: PlayerInput
  var control: ControlLink

  init(
    _ configuration: EngineConfiguration, program: consuming ProgramCursor,
    drummer: consuming DrummerCursor, control: consuming ControlLink,
    arriving: consuming RingReader<TimedMessage>, outgoing: consuming RingWriter<OutgoingEvent>
  ) {
    block = Block(configuration, outgoing: outgoing)
    scheduler = Scheduler(configuration)
    notes = NoteLedger(configuration)
    transport = TransportControl(configuration)
    clock = ClockInput(configuration.clock)
    player = PlayerInput(channel: configuration.inputChannel, arriving: arriving)
    self.program = program
    self.drummer = drummer
    self.control = control
  }

  /// Makes one block: decides what lies ahead, then collects what is due in order of frames.
  @_noLocks mutating func process(_ time: BlockTime) {
    // JACK may call with nothing to make; live messages wait for a block that has frames.
    guard block.begin(time) else { return }
    block.prepareDepartures(atRest: transport.isQuiet)
    changeFreewheeling()
    drummer.receive()
    skip(time.skipped)
    carryOutOrders()
    receiveArrived()
    followClock()
    let horizon = block.end.advanced(by: scheduler.horizon)
    bendToClock(through: horizon)
    planAhead(through: horizon)
    playDue()
    let last = Int32(truncatingIfNeeded: time.frames &- 1)
    if player.finishBlock() { notes.letGoOfAll(at: last, in: &block) }
    block.depart()
    block.finish()
    publish()
  }

  /// Goes on after frames that the driver could not have made: their clock leaves at once, since
  /// followers count it, and so does what is hardly late.
  @_noLocks private mutating func skip(_ frames: Int64) {
    guard frames > 0 else { return }
    block.skip(frames)
    guard scheduler.plannedThrough < block.frame else { return }
    bendToClock(through: block.frame)
    planAhead(through: block.frame)
  }

  /// Leaves outputs that schedule ahead alone while the driver freewheels, and comes back to them.
  @_noLocks private mutating func changeFreewheeling() {
    let time = block.time
    guard time.isFreewheeling != block.isOffline else { return }
    guard time.isFreewheeling else {
      block.goOnline()
      scheduler.leaveAfterAllThatLeft(notes)
      if transport.isRolling, clock.settings.sends {
        transport.letFollowersJoin(&scheduler, in: &block)
      }
      return
    }
    notes.letGoOfAll(at: 0, in: &block)
    block.leave(.withdraw, .clock, .stop, at: time.heard)
    if transport.followers.areRolling { block.leave(.send, .clock, .stop, at: time.heard) }
    let off = ShortMessage.controlChange(channel: notes.channel, controller: 123, value: 0)
    block.leave(.send, .notes, off, at: time.heard)
    block.goOffline()
  }

  @_noLocks private mutating func publish() {
    let frame = block.frame
    var status = EngineStatus()
    status.frame = frame
    status.position = transport.state.position(at: frame)
    status.planned = transport.state.position(at: scheduler.plannedThrough)
    status.heard = beatHeard(at: 0) ?? status.position
    status.began = transport.state.beganFrom
    status.tempo = leadingTempo
    status.isRolling = transport.isRolling
    status.leader = clock.leader
    status.clockHealth = clock.health
    status.isArmed = clock.isArmed
    status.isCountingIn = clicks.countsIn
    status.origin = program.origin
    status.place = program.place(at: status.position)
    status.isSwitchPending = program.isSwitchPending
    status.isFilling = program.isFilling
    status.hits = notes.hits
    status.droppedCues = program.droppedCues
    status.droppedHits = scheduler.droppedHits &+ notes.droppedHits
    status.droppedMessages =
      block.droppedMessages &+ scheduler.droppedMessages &+ notes.droppedMessages
      &+ clock.droppedMessages &+ player.droppedMessages
    status.starvedBars = drummer.starvedBars
    status.awaitedBars = drummer.awaitedBars
    control.publish(status)
    drummer.publish(control.status)
  }

  /// The beat that was heard as what arrives at `offset` fell; nil at rest.
  @_noLocks func beatHeard(at offset: Int32) -> Beats? {
    player.beatHeard(at: offset, transport, countIn: clicks.countIn, in: block)
  }

  /// The tempo of whoever leads.
  var leadingTempo: Tempo {
    @_noLocks get {
      switch clock.leader {
      case .internal: transport.tempo
      case .midi: clock.tempo(orElse: transport.tempo)
      case .jack: jack.tempo ?? transport.tempo
      }
    }
  }

  /// The tempo to tell others: a MIDI clock's where one leads, else our own, also under JACK transport,
  /// whose bars and beats may be ours to give.
  var tempoForOthers: Tempo {
    @_noLocks get { if case .midi = clock.leader { leadingTempo } else { transport.tempo } }
  }

  /// Whether a bar that the next `frames` lead into is not there, though the drummer is to play it.
  @_noLocks mutating func awaitsBar(in frames: Int) -> Bool {
    drummer.receive()
    guard drummer.isOn, transport.isRolling else { return false }
    let next = max(block.frame, scheduler.plannedThrough)
    let end = next.advanced(by: Int64(frames) &+ scheduler.horizon)
    return !drummer.holdsBar(at: transport.line.beat(at: end))
  }

  /// Frees the programs that nobody plays any more. Real-time: no.
  func release() {
    control.release()
    program.release()
  }
}
