import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// The one door to the transport: who may start, stop and move it. Outside these two files nothing but
/// `carryOut` is called. Real-time: yes.
extension Sequencer {
  /// Carries out an intent for the transport, where that is allowed.
  @_noLocks mutating func carryOut(_ intent: TransportIntent, _ output: inout EngineOutput) {
    switch intent {
    case .play: play(&output)
    case .resume: resumeOrArm(&output)
    case .stop: halt(&output)
    case .locate(let beat): locateOrArm(to: beat, &output)
    case .finish:
      clocks.line.halt()
      let frame = output.block.frame
      stop(before: frame, at: frame, decidedThrough: frame, &output)
    case .start(let offset, let fromTop): beginLive(fromTop: fromTop, at: offset, &output)
    case .stopLive(let offset): stop(at: offset, &output)
    case .position(let beat), .move(let beat): if !transport.isRolling { locate(to: beat, &output) }
    case .arm(let beat, let offset): arm(from: beat, at: offset, &output)
    case .roll(let beat, let due, let offset, let goesOn):
      // The clock runs through a relocation: its next tick is known before it comes.
      if transport.clockOutput.announced != beat { arm(from: beat, at: offset, &output) }
      roll(from: beat, due: due, goesOn: goesOn, &output)
    case .stopWithClock(let beat, let offset): stopWithClock(from: beat, at: offset, &output)
    case .jump(let beat, let tempo): jump(to: beat, tempo: tempo, &output)
    case .rest(let rest): restWithJACK(rest, &output)
    case .downbeat: begin(&output)
    case .end(let frame):
      transport.end(at: frame, &output.scheduler, in: &output.block)
      program.end()
      endings &+= 1
    }
    if intent.bringsToRest { clocks.rest() }
  }
}

// What a person asks for, while another clock may lead.
extension Sequencer {
  /// Begins at the top: after the bars that are to be counted in where our own beat leads, with the next
  /// tick of a MIDI clock that leads, else at once.
  @_noLocks private mutating func play(_ output: inout EngineOutput) {
    if clocks.isLedByTicks { return armOwn(from: .zero, &output) }
    if clocks.isLedByLine { return waitForLine(from: .zero, &output) }
    guard clicks.metronome.countInBars > 0, !transport.isRolling, clocks.isInternal else {
      return begin(&output)
    }
    endCountIn(from: output.block.frame.advanced(by: output.scheduler.clockLead), &output)
    if let tempo = program.openingTempo { _ = setTempo(tempo, &output) }
    transport.waitForIdleTick(before: .zero, &output.scheduler, in: &output.block)
    clicks.beginCountIn(from: output.scheduler.plannedThrough, program, transport)
  }

  @_noLocks private mutating func resumeOrArm(_ output: inout EngineOutput) {
    let beat = transport.state.restingPosition
    guard clocks.isLedByTicks || clocks.isLedByLine else { return resume(&output) }
    guard !transport.isRolling else { return }
    if clocks.isLedByLine { waitForLine(from: beat, &output) } else { armOwn(from: beat, &output) }
  }

  /// Moves; a song that follows a clock, or waits for it, goes on from there with its next tick.
  @_noLocks private mutating func locateOrArm(to beat: Beats, _ output: inout EngineOutput) {
    let isLed = clocks.isLedByTicks || clocks.isLedByLine
    guard isLed, transport.isRolling || clocks.isWaiting else { return locate(to: beat, &output) }
    halt(&output)
    locate(to: beat, &output)
    let beat = transport.state.restingPosition
    if clocks.isLedByLine { waitForLine(from: beat, &output) } else { armOwn(from: beat, &output) }
  }

  /// Begins at `beat` when the line that leads has its place in the bar.
  @_noLocks private mutating func waitForLine(from beat: Beats, _ output: inout EngineOutput) {
    halt(&output)
    clocks.line.wait(for: beat)
  }

  @_noLocks private mutating func armOwn(from beat: Beats, _ output: inout EngineOutput) {
    halt(&output)
    clocks.midi.arm(from: beat)
    arm(from: beat, at: 0, &output)
  }

  /// Stops, whichever clock leads, and leaves it leading: the song may go on elsewhere.
  @_noLocks private mutating func halt(_ output: inout EngineOutput) {
    transport.disarm(at: output.scheduler.plannedThrough, &output.scheduler, in: &output.block)
    stop(&output)
    clocks.midi.halt()
    clocks.line.halt()
    clocks.midi.rest(at: transport.state.restingPosition)
  }

  /// Takes back a start that was announced for a clock that is not followed any longer.
  @_noLocks mutating func withdrawStart(_ output: inout EngineOutput) {
    guard !transport.isRolling else { return }
    transport.disarm(at: output.scheduler.plannedThrough, &output.scheduler, in: &output.block)
  }

  /// Begins as far from its message as planning reaches ahead, whatever the size of the block; while
  /// anything is planned already, after that.
  @_noLocks private mutating func beginLive(
    fromTop: Bool, at offset: Int32, _ output: inout EngineOutput
  ) {
    let reached = output.scheduler.plannedThrough
    if !transport.isRolling {
      let begins = output.block.frame.advanced(by: Int64(offset) &+ output.scheduler.horizon)
      output.scheduler.moveIfIdle(to: begins, notes: output.notes)
    }
    if fromTop { begin(&output) } else { resume(&output) }
    planAhead(through: reached, &output)
  }
}

// A song of our own.
extension Sequencer {
  @_noLocks private mutating func begin(_ output: inout EngineOutput) {
    let tempo = leadingTempo
    clocks.midi.halt()
    transport.begin(tempo: tempo, &output.scheduler, in: &output.block)
    land(at: .zero, &output)
  }

  @_noLocks private mutating func resume(_ output: inout EngineOutput) {
    guard !transport.isRolling else { return }
    let (beat, tempo) = (transport.state.restingPosition, leadingTempo)
    clocks.midi.halt()
    transport.resume(tempo: tempo, &output.scheduler, in: &output.block)
    land(at: beat, keepsOrigin: true, resumes: true, &output)
  }

  @_noLocks private mutating func locate(to beat: Beats, _ output: inout EngineOutput) {
    endCountIn(from: output.block.frame.advanced(by: output.scheduler.clockLead), &output)
    let tempo = leadingTempo
    clocks.midi.halt()
    transport.locate(to: beat, tempo: tempo, &output.scheduler, in: &output.block)
    clocks.midi.rest(at: transport.state.restingPosition)
    land(at: transport.state.restingPosition, &output)
  }

  /// The song goes on at `beat` after a jump, or `resumes` there after a stop: at the program's own tempo there.
  /// Where the program does not loop, it ends with the time round that `beat` lies in.
  @_noLocks mutating func land(
    at beat: Beats, keepsOrigin: Bool = false, resumes: Bool = false,
    _ output: inout EngineOutput
  ) {
    clocks.midi.playAll()
    // The beats that notes of the music before are held to do not lie on this line.
    output.scheduler.fixEnds()
    output.notes.fixEnds()
    program.land(
      at: beat, keepsOrigin: keepsOrigin, resumes: resumes,
      position: transport.state.position(at: output.scheduler.plannedThrough))
    guard clocks.isInternal, transport.isRolling, let tempo = program.tempo(at: beat) else {
      return
    }
    _ = setTempo(tempo, &output)
  }

  /// Counts in no longer; what is counted from `limit` on is taken back.
  @_noLocks private mutating func endCountIn(from limit: Frame, _ output: inout EngineOutput) {
    guard clicks.endCountIn() else { return }
    output.scheduler.withdraw(from: limit, notes: &output.notes, in: &output.block)
    output.scheduler.retreat(to: limit)
  }

  /// Stops before the block being made, or where a clock that is sent early has got to.
  @_noLocks mutating func stop(_ output: inout EngineOutput) {
    let limit = output.block.frame.advanced(by: output.scheduler.clockLead)
    stop(before: limit, at: limit, decidedThrough: limit, &output)
  }

  /// Stops on the frame of a live message, when what fell on it has been played and the rest of
  /// the block can begin nothing new.
  @_noLocks private mutating func stop(at offset: Int32, _ output: inout EngineOutput) {
    // A clock that is sent early has been sent that far ahead of the message.
    let now = output.block.frame.advanced(by: Int64(offset) &+ output.scheduler.clockLead)
    let end = max(output.block.end, now.advanced(by: 1))
    stop(before: now.advanced(by: 1), at: now, decidedThrough: end, &output)
  }

  /// Stops with everything before `limit` played and sends Stop on `now`.
  @_noLocks mutating func stop(
    before limit: Frame, at now: Frame, decidedThrough: Frame, _ output: inout EngineOutput
  ) {
    endCountIn(from: limit, &output)
    transport.stop(
      before: limit, at: now, decidedThrough: decidedThrough, &output.scheduler,
      notes: &output.notes,
      in: &output.block)
  }
}
