import Clock
import MIDI
import MusicalTime
import Ports
import Sequencing

/// Starts, stops and moves the song, and sends followers of our clock what that means to them.
/// Real-time: yes.
struct TransportControl: ~Copyable {
  /// Whether the song moves, where it is and how fast.
  private(set) var state: Transport
  /// The MIDI clock that followers are sent.
  private(set) var clockOutput: ClockOutput

  init(_ configuration: EngineConfiguration) {
    state = Transport(tempo: configuration.tempo, sampleRate: configuration.sampleRate)
    clockOutput = ClockOutput(configuration.clock)
  }

  /// Whether the song moves, or is about to after the pre-roll.
  var isRolling: Bool { @_noLocks get { state.isRolling } }
  /// The tempo asked for last.
  var tempo: Tempo { @_noLocks get { state.tempo } }
  /// The line planned last.
  var line: Timeline { @_noLocks get { state.history.current } }
  /// Whether our clock has no followers.
  var isQuiet: Bool {
    @_noLocks get { !isRolling && !clockOutput.followersRoll && !clockOutput.sendsWhileStopped }
  }
}

// Starting.
extension TransportControl {
  /// Begins at the top.
  @_noLocks mutating func begin(
    tempo: Tempo, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    waitForIdleTick(before: .zero, &scheduler, in: &block)
    let said = state.play(at: scheduler.plannedThrough, tempo: tempo)
    clockOutput.announce(said, from: .zero, &scheduler, in: &block)
  }

  /// Takes up where it rests.
  @_noLocks mutating func resume(
    tempo: Tempo, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    let beat = state.restingPosition
    waitForIdleTick(before: beat, &scheduler, in: &block)
    let said = state.continue(at: scheduler.plannedThrough, tempo: tempo)
    clockOutput.announce(said, from: beat, &scheduler, in: &block)
  }

  /// Moves what is to begin so that its downbeat, a pre-roll later, is the next tick of a clock that
  /// is sent while stopped.
  @_noLocks mutating func waitForIdleTick(
    before beat: Beats, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    guard clockOutput.sendsWhileStopped, !isRolling else { return }
    let begins = ClockOutput.idleTick(
      from: scheduler.plannedThrough, preRoll: state.preRollFrames(before: beat), on: line)
    planIdleClock(through: begins, &scheduler, in: &block)
    scheduler.advance(to: begins)
  }

  /// Sends Start or Continue for `beat` at `frame`, before the clock that it begins with.
  @_noLocks mutating func announce(
    _ beat: Beats, at frame: Frame, _ scheduler: inout Scheduler, notes: inout NoteLedger,
    in block: inout Block
  ) {
    scheduler.takeBack(to: frame, notes: &notes, in: &block)
    clockOutput.announce(state.beginning(from: beat), from: beat, &scheduler, in: &block)
    clockOutput.hasAnnounced(beat, at: scheduler.plannedThrough)
  }

  /// Rolls from `beat`, which falls on `frame` itself, at another's `tempo`; what that means to
  /// followers is for `hasRolled`.
  @_noLocks mutating func roll(
    from beat: Beats, at frame: Frame, tempo: Tempo
  ) -> Transport.Announcement {
    state.roll(from: beat, at: frame, tempo: tempo)
  }

  /// Sends followers what `roll` said, unless they were sent it before its clock came.
  @_noLocks mutating func hasRolled(
    from beat: Beats, _ said: Transport.Announcement, isAnnounced: Bool,
    _ scheduler: inout Scheduler, in block: inout Block
  ) {
    if !isAnnounced { clockOutput.announce(said, from: beat, &scheduler, in: &block) }
    clockOutput.forgetAnnouncement()
  }

  /// Lets followers of a song that rolls already come in.
  @_noLocks mutating func letFollowersJoin(
    _ scheduler: inout Scheduler, in block: inout Block
  ) {
    let beat = line.beat(at: scheduler.plannedThrough)
    // Never on the beat at hand, which leaves no time.
    let said = state.beginning(from: beat + Beats(units: 1))
    clockOutput.announce(said, from: beat, &scheduler, in: &block)
  }
}

// Stopping and moving.
extension TransportControl {
  /// Stops with everything before `limit` played and sends Stop on `now`.
  @_noLocks mutating func stop(
    before limit: Frame, at now: Frame, decidedThrough: Frame, _ scheduler: inout Scheduler,
    notes: inout NoteLedger, in block: inout Block
  ) {
    guard state.stop(at: limit).stop else { return }
    scheduler.stop(
      before: limit, decidedThrough: decidedThrough, notes: &notes, in: &block)
    notes.shorten(to: now, in: block)
    notes.scheduleNotes(before: max(decidedThrough, now.advanced(by: 1)), &scheduler, in: &block)
    clockOutput.cancelContinue()
    // Stopping while merely armed stays silent: no Start was sent, so a Stop would confuse.
    clockOutput.stop(at: now, &scheduler, in: &block)
    // The next announcement may fall on this very frame, at another time by the driver's idea of it.
    scheduler.hold(at: now, in: block)
    // What was decided of the rest were the song's ticks.
    clockOutput.planIdleClock(
      from: limit, through: decidedThrough, on: line, &scheduler, in: &block)
  }

  /// Takes back a Start or Continue that was sent to followers before its clock came.
  @_noLocks mutating func disarm(
    at frame: Frame, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    clockOutput.disarm(at: frame, isRolling: isRolling, &scheduler, in: &block)
  }

  /// Comes to rest at the top on `frame`, as at the end of a pattern that does not loop.
  @_noLocks mutating func end(
    at frame: Frame, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    clockOutput.end(at: frame, &scheduler, in: &block)
    state.end(at: .zero)
    scheduler.advance(to: frame)
  }

  /// Rests at `beat`, from where Continue takes up.
  @_noLocks mutating func rest(at beat: Beats) { state.rest(at: beat) }

  /// Moves to `beat`, rounded down to a sixteenth; a song that rolls goes on from there at `tempo`.
  @_noLocks mutating func locate(
    to beat: Beats, tempo: Tempo, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    let said = state.locate(to: beat, at: scheduler.plannedThrough, tempo: tempo)
    clockOutput.announce(said, from: state.restingPosition, &scheduler, in: &block)
  }
}

// Tempo.
extension TransportControl {
  /// Takes a tempo of our own from `frame` on; false when it must be asked again.
  @_noLocks mutating func setTempo(
    _ tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    state.setTempo(tempo, at: frame, heardThrough: heard)
  }

  /// Keeps a tempo of our own for when no other is followed any more.
  @_noLocks mutating func keepTempo(_ tempo: Tempo) { state.keepTempo(tempo) }

  /// Goes on at another's `tempo` from `frame` on; false when it must be asked again.
  @_noLocks mutating func bend(
    to tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    state.bend(to: tempo, at: frame, heardThrough: heard)
  }
}

// The clock that followers count.
extension TransportControl {
  /// Sends what `settings` say from now on.
  @_noLocks mutating func changeSending(to settings: ClockSettings) {
    clockOutput.change(to: settings)
  }

  /// Sends Stop where followers roll, as nothing is sent any more.
  @_noLocks mutating func stopFollowers(_ scheduler: inout Scheduler, in block: inout Block) {
    clockOutput.stop(at: scheduler.plannedThrough, &scheduler, in: &block)
  }

  /// Remembers what a message that was sent does to followers.
  @_noLocks mutating func didSend(_ message: ShortMessage) { clockOutput.didSend(message) }

  /// Decides the ticks of the beats from `from` until `to`, and Continue where it is due.
  @_noLocks mutating func planClock(
    from: Beats, to: Beats, before end: Frame, _ scheduler: inout Scheduler,
    in block: inout Block
  ) {
    clockOutput.planClock(from: from, to: to, before: end, on: line, &scheduler, in: &block)
  }

  /// Decides the ticks that are sent while stopped, where they are wanted.
  @_noLocks mutating func planIdleClock(
    through end: Frame, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    clockOutput.planIdleClock(
      from: scheduler.plannedThrough, through: end, on: line, &scheduler, in: &block)
  }
}
