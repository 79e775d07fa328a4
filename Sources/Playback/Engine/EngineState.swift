import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// Everything the audio thread reads and writes, in parts that own their state. Lives behind one
/// pointer. Real-time: yes.
struct EngineState: ~Copyable {
  /// Decides what is played and when.
  var sequencer: Sequencer
  /// All that is sent and sounded.
  var output: EngineOutput
  /// What players send.
  var player: PlayerInput
  /// Strokes that are heard a while after they were struck.
  var delayed = DelayedStrokes()
  /// Orders in, what happens and how the engine stands out.
  var control: ControlLink

  init(
    _ configuration: EngineConfiguration, sequencer: consuming Sequencer,
    output: consuming EngineOutput, control: consuming ControlLink,
    arriving: consuming RingReader<TimedMessage>
  ) {
    player = PlayerInput(channel: configuration.inputChannel, arriving: arriving)
    self.sequencer = sequencer
    self.output = output
    self.control = control
  }

  /// Makes one block: decides what lies ahead, then collects what is due in order of frames.
  @_noLocks mutating func process(_ time: BlockTime) {
    // JACK may call with nothing to make; live messages wait for a block that has frames.
    guard output.block.begin(time) else { return }
    output.block.updateSendTimes(atRest: sequencer.transport.isQuiet)
    changeFreewheeling()
    sequencer.drummer.receive()
    sequencer.skip(time.skipped, &output)
    carryOutOrders()
    receiveArrived()
    followClock()
    sequencer.planHorizon(&output)
    playDue()
    let last = Int32(truncatingIfNeeded: time.frames &- 1)
    if player.finishBlock() { output.notes.letGoOfAll(at: last, in: &output.block) }
    output.block.sendDue()
    output.block.finish()
    publish()
  }

  /// Leaves outputs that schedule ahead alone while the driver freewheels, and comes back to them.
  @_noLocks private mutating func changeFreewheeling() {
    let time = output.block.time
    guard time.isFreewheeling != output.block.isOffline else { return }
    guard time.isFreewheeling else {
      output.block.goOnline()
      output.scheduler.holdAfterAllSent(output.notes)
      return sequencer.letFollowersJoin(&output)
    }
    output.notes.letGoOfAll(at: 0, in: &output.block)
    output.block.schedule(.withdraw, .clock, .stop, at: time.heard)
    if sequencer.transport.clockOutput.followersRoll {
      output.block.schedule(.send, .clock, .stop, at: time.heard)
    }
    output.notes.endScheduled(in: &output.block)
    let off = ShortMessage.controlChange(
      channel: output.notes.channel, controller: 123, value: 0)
    output.block.schedule(.send, .notes, off, at: time.heard)
    output.block.goOffline()
  }

  @_noLocks private mutating func publish() {
    let frame = output.block.frame
    var status = EngineStatus()
    status.frame = frame
    let time = output.block.time
    status.time = time.heard.advanced(
      by: output.block.sampleRate.duration(frames: Int64(time.frames)))
    status.position = sequencer.transport.state.position(at: frame)
    status.planned = sequencer.transport.state.position(at: output.scheduler.plannedThrough)
    status.heard = beatHeard(at: 0) ?? status.position
    status.began = sequencer.transport.state.beganFrom
    status.tempo = sequencer.leadingTempo
    status.isRolling = sequencer.transport.isRolling
    status.endings = sequencer.endings
    status.leader = sequencer.clocks.leader
    status.clockHealth =
      sequencer.clocks.goesByLine ? sequencer.clocks.line.health : sequencer.clocks.midi.health
    status.isArmed = sequencer.clocks.isWaiting
    status.isCountingIn = sequencer.clicks.countsIn
    status.origin = sequencer.program.origin
    status.landings = sequencer.program.landings
    status.place = sequencer.program.place(at: status.position)
    status.firstBar = sequencer.program.opening.bar.length
    status.isSwitchPending = sequencer.program.isSwitchPending
    status.isFilling = sequencer.program.isFilling
    status.starvedBars = sequencer.drummer.starvedBars
    status.awaitedBars = sequencer.drummer.awaitedBars
    count(in: &status)
    control.publish(status)
    sequencer.drummer.publish(control.status)
  }

  /// Counts what was played and what was lost.
  @_noLocks private func count(in status: inout EngineStatus) {
    status.droppedCues = sequencer.program.droppedCues
    status.hits = output.notes.hits
    status.droppedHits = output.scheduler.droppedHits &+ output.notes.droppedHits
    status.droppedMessages =
      output.block.droppedMessages &+ output.scheduler.droppedMessages
      &+ output.notes.droppedMessages &+ sequencer.clocks.midi.droppedMessages
      &+ player.droppedMessages
    status.droppedEvents = control.droppedEvents
  }

  /// The beat that was heard as what arrives at `offset` fell; nil at rest.
  @_noLocks func beatHeard(at offset: Int32) -> Beats? {
    player.beatHeard(
      at: offset, sequencer.transport, countIn: sequencer.clicks.countIn, in: output.block)
  }

  /// The beat that was heard at `time`; nil at rest.
  @_noLocks func beatHeard(at time: HostTime) -> Beats? {
    let since = output.block.time.heard.distance(to: time)
    return player.beatHeard(
      on: output.block.frame.advanced(by: output.block.sampleRate.frames(in: since)),
      sequencer.transport, countIn: sequencer.clicks.countIn)
  }

  /// Whether a bar that the next `frames` lead into is not there, though the drummer is to play it.
  @_noLocks mutating func awaitsBar(in frames: Int) -> Bool {
    sequencer.drummer.receive()
    guard sequencer.drummer.isOn, sequencer.transport.isRolling else { return false }
    let next = max(output.block.frame, output.scheduler.plannedThrough)
    let end = next.advanced(by: Int64(frames) &+ output.scheduler.horizon)
    return !sequencer.drummer.holdsBar(at: sequencer.transport.line.beat(at: end))
  }

  /// Frees the programs that are not played any more. Real-time: no.
  mutating func release() {
    control.release()
    sequencer.program.release()
  }
}
