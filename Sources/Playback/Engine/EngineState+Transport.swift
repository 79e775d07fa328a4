import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// The one door to the transport: who may start, stop and move it. Real-time: yes.
extension EngineState {
  /// Does what somebody wants of the transport, where it may be done.
  @_noLocks mutating func carryOut(_ intent: TransportIntent) {
    switch intent {
    case .play: play()
    case .resume: resumeOrArm()
    case .stop: halt()
    case .locate(let beat): locateOrArm(to: beat)
    case .finish: finish()
    case .start(let offset, let fromTop): beginLive(fromTop: fromTop, at: offset)
    case .stopLive(let offset): stop(at: offset)
    case .position(let beat), .move(let beat): if !transport.isRolling { locate(to: beat) }
    case .arm(let beat, let offset): arm(from: beat, at: offset)
    case .roll(let beat, let due, let offset):
      // The clock runs through a relocation: its next tick is known before it comes.
      if transport.followers.announced != beat { arm(from: beat, at: offset) }
      roll(from: beat, due: due)
    case .stopWithClock(let beat, let offset): stopWithClock(from: beat, at: offset)
    case .jump(let beat, let tempo): jump(to: beat, tempo: tempo)
    case .rest(let rest): restWithJACK(rest)
    case .downbeat: begin()
    case .end(let frame):
      transport.end(at: frame, &scheduler, in: &block)
      program.end()
    }
  }
}

// What a person asks for, while somebody else's clock may lead.
extension EngineState {
  /// Begins at the top: after the bars that are to be counted in where our own beat leads, with the next
  /// tick of a MIDI clock that leads, else at once.
  @_noLocks private mutating func play() {
    if clock.isLedByTicks { return armOwn(from: .zero) }
    guard clicks.metronome.countInBars > 0, !transport.isRolling, clock.isInternal else {
      return begin()
    }
    endCountIn(from: block.frame.advanced(by: scheduler.clockLead))
    if let tempo = program.openingTempo { _ = setTempo(tempo) }
    transport.waitForIdleTick(before: .zero, &scheduler, in: &block)
    clicks.beginCountIn(from: scheduler.plannedThrough, program, transport)
  }

  @_noLocks private mutating func resumeOrArm() {
    guard clock.isLedByTicks else { return resume() }
    if !transport.isRolling { armOwn(from: transport.state.restingPosition) }
  }

  /// Moves; a song that follows a clock goes on from there with its next tick.
  @_noLocks private mutating func locateOrArm(to beat: Beats) {
    guard clock.isLedByTicks, transport.isRolling else { return locate(to: beat) }
    halt()
    locate(to: beat)
    armOwn(from: transport.state.restingPosition)
  }

  @_noLocks private mutating func armOwn(from beat: Beats) {
    halt()
    clock.arm(from: beat)
    arm(from: beat, at: 0)
  }

  /// Stops, whoever leads.
  @_noLocks private mutating func halt() {
    transport.disarm(at: scheduler.plannedThrough, &scheduler, in: &block)
    stop()
    clock.halt()
    clock.rest(at: transport.state.restingPosition)
  }

  /// Stops and lets go of everything by its own note-off.
  @_noLocks private mutating func finish() {
    let frame = block.frame
    stop(before: frame, at: frame, decidedThrough: frame)
    notes.endAll(at: 0, in: &block)
    notes.letGoOfAll(at: 0, in: &block)
    block.hurryDepartures()
  }

  /// Begins as far from its message as planning reaches ahead, whatever the size of the block; while
  /// anything is planned already, after that.
  @_noLocks private mutating func beginLive(fromTop: Bool, at offset: Int32) {
    let reached = scheduler.plannedThrough
    if !transport.isRolling {
      let begins = block.frame.advanced(by: Int64(offset) &+ scheduler.horizon)
      scheduler.moveIfIdle(to: begins, notes: notes)
    }
    if fromTop { begin() } else { resume() }
    planAhead(through: reached)
  }
}

// A song of our own.
extension EngineState {
  @_noLocks private mutating func begin() {
    clock.halt()
    transport.begin(tempo: leadingTempo, &scheduler, in: &block)
    land(at: .zero)
  }

  @_noLocks private mutating func resume() {
    guard !transport.isRolling else { return }
    let beat = transport.state.restingPosition
    clock.halt()
    transport.resume(tempo: leadingTempo, &scheduler, in: &block)
    land(at: beat, keepsOrigin: true)
  }

  @_noLocks private mutating func locate(to beat: Beats) {
    endCountIn(from: block.frame.advanced(by: scheduler.clockLead))
    clock.halt()
    transport.locate(to: beat, &scheduler, in: &block)
    clock.rest(at: transport.state.restingPosition)
    land(at: transport.state.restingPosition)
  }

  /// The song goes on at `beat` after a jump: at the program's own tempo there. Where the program does
  /// not loop, it ends with the time round that `beat` lies in.
  @_noLocks private mutating func land(at beat: Beats, keepsOrigin: Bool = false) {
    clock.playAll()
    program.land(
      at: beat, keepsOrigin: keepsOrigin,
      position: transport.state.position(at: scheduler.plannedThrough))
    guard clock.isInternal, transport.isRolling, let tempo = program.tempo(at: beat) else {
      return
    }
    _ = setTempo(tempo)
  }

  /// Counts in no longer; what is counted from `limit` on is taken back.
  @_noLocks private mutating func endCountIn(from limit: Frame) {
    guard clicks.endCountIn() else { return }
    scheduler.withdraw(from: limit, notes: &notes, in: &block)
    scheduler.retreat(to: limit)
  }

  /// Stops before the block being made, or where a clock that leaves early has got to.
  @_noLocks private mutating func stop() {
    let limit = block.frame.advanced(by: scheduler.clockLead)
    stop(before: limit, at: limit, decidedThrough: limit)
  }

  /// Stops on the frame of a live message, when what fell on it has been played and the rest of
  /// the block can begin nothing new.
  @_noLocks private mutating func stop(at offset: Int32) {
    // A clock that leaves early has been let go of as far ahead of the message.
    let now = block.frame.advanced(by: Int64(offset) &+ scheduler.clockLead)
    let end = max(block.end, now.advanced(by: 1))
    stop(before: now.advanced(by: 1), at: now, decidedThrough: end)
  }

  /// Stops with everything before `limit` played and lets Stop leave on `now`.
  @_noLocks private mutating func stop(before limit: Frame, at now: Frame, decidedThrough: Frame) {
    endCountIn(from: limit)
    transport.stop(
      before: limit, at: now, decidedThrough: decidedThrough, &scheduler, notes: &notes,
      in: &block)
  }
}

// The MIDI clock that is followed.
extension EngineState {
  /// Sends followers at once what the leading clock has sent us: its own pre-roll becomes ours.
  @_noLocks private mutating func arm(from beat: Beats, at offset: Int32) {
    guard !transport.isRolling else { return }
    if beat != transport.state.restingPosition { program.moveToTop() }
    transport.rest(at: beat)
    transport.announce(
      beat, at: block.frame(at: offset), &scheduler, notes: &notes, in: &block)
  }

  /// Rolls from `beat`, which falls on `due`.
  @_noLocks private mutating func roll(from beat: Beats, due: Frame) {
    clock.requestBend()
    var beat = beat
    let isAnnounced = transport.followers.announced == beat
    var earliest = block.frame
    // Start stays sent, and the downbeat comes after it.
    if isAnnounced { earliest = max(earliest, transport.followers.announcedAt.advanced(by: 1)) }
    if transport.isRolling {
      let ours = transport.state.position(at: due)
      // It was our own beat, handed over.
      if ours < beat + .halfTick, beat < ours + .halfTick { return }
      beat = relocated(to: beat, from: ours, due: due, earliest: earliest)
    } else {
      scheduler.takeBack(to: max(due, earliest), notes: &notes, in: &block)
      // Stop came so late that the same music was played from here on.
      if let past = clock.playedPastStop(due: due), program.repeats(past.beat, beat) {
        beat = beat + past.length
      }
    }
    // Continue goes on in a program that began elsewhere; Start and song position begin at the top.
    let goesOn =
      !transport.isRolling && beat == transport.state.restingPosition && beat > Beats(units: 0)
    roll(
      from: beat, at: max(scheduler.plannedThrough, due),
      tempo: clock.tempo(orElse: transport.tempo), isAnnounced: isAnnounced, keepsOrigin: goesOn)
    clock.hasMet(through: scheduler.plannedThrough)
  }

  /// Ends the song that rolls, of which `ours` would fall on `due`, and returns the beat from which that at
  /// `beat` goes on.
  @_noLocks private mutating func relocated(
    to beat: Beats, from ours: Beats, due: Frame, earliest: Frame
  ) -> Beats {
    let line = transport.line
    // The tick that begins the new song is no longer one of the old one, nor what falls on it.
    let tick = Beats.clockTick * (ours + .halfTick).dividedRoundingDown(by: .clockTick)
    let end = min(due, line.frame(at: tick))
    planAhead(through: end)
    scheduler.takeBack(to: max(end, earliest), notes: &notes, in: &block)
    let planned = scheduler.plannedThrough
    let played = line.beat(at: planned) - tick
    // Where the same music was played already, because it could not be taken back, it is gone on.
    let isPlayed = planned > due && played > .zero && program.repeats(tick, beat)
    return isPlayed ? beat + played : beat
  }

  /// Rolls from `beat` on `frame` itself, and lets followers know unless they were sent it before.
  @_noLocks private mutating func roll(
    from beat: Beats, at frame: Frame, tempo: Tempo, isAnnounced: Bool, keepsOrigin: Bool
  ) {
    let said = transport.roll(from: beat, at: frame, tempo: tempo)
    land(at: beat, keepsOrigin: keepsOrigin)
    transport.hasRolled(from: beat, said, isAnnounced: isAnnounced, &scheduler, in: &block)
  }

  /// Stops where the clock that leads did, every tick it gave played, and rests where it goes on.
  @_noLocks private mutating func stopWithClock(from beat: Beats, at offset: Int32) {
    defer { transport.rest(at: beat) }
    clock.forgetStop()
    guard transport.isRolling else {
      let now = max(scheduler.plannedThrough, block.frame(at: offset))
      return transport.disarm(at: now, &scheduler, in: &block)
    }
    let now = block.frame.advanced(by: max(Int64(offset), scheduler.clockLead))
    var limit = now.advanced(by: 1)
    // The last tick has been given, though by our line it may be a little ahead.
    let line = transport.line
    let last = line.frame(at: beat - .clockTick).advanced(by: 1)
    if limit < last, last <= line.frame(at: line.beat(at: limit) + .clockTick) { limit = last }
    planAhead(through: limit)
    clock.hasStopped(at: beat, playedThrough: limit, on: line)
    stop(before: limit, at: limit.advanced(by: -1), decidedThrough: limit)
  }
}

// JACK transport.
extension EngineState {
  /// Begins, or begins anew, with `beat` on the block's first frame.
  @_noLocks private mutating func jump(to beat: Beats, tempo: Tempo) {
    clock.halt()
    let isAnnounced = transport.followers.announced == beat
    let announcedAt = transport.followers.announcedAt.advanced(by: 1)
    let frame = isAnnounced ? max(block.frame, announcedAt) : block.frame
    scheduler.takeBack(to: frame, notes: &notes, in: &block)
    // Late where something could not be taken back, and made up for: better than without the hits.
    roll(
      from: beat, at: scheduler.plannedThrough, tempo: tempo, isAnnounced: isAnnounced,
      keepsOrigin: false)
    jack.hasJumped(transport)
  }

  @_noLocks private mutating func restWithJACK(_ rest: JACKRest) {
    if rest.stops { stop() }
    if let beat = rest.beat { transport.rest(at: beat) }
    // Sent now, followers have a block's time before the first tick.
    guard let beat = rest.starts, transport.followers.announced != beat else { return }
    transport.announce(beat, at: block.frame, &scheduler, notes: &notes, in: &block)
  }
}
