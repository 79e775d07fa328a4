import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// What lies ahead: the clock that is followed, and what is decided by it. Real-time: yes.
extension EngineState {
  /// Takes in what the block's clock and transport say, each on its frame.
  @_noLocks mutating func followClock() {
    while let offset = clock.nextOffset(in: block) {
      let moment = block.frame(at: offset)
      bendToClock(through: moment)
      planAhead(through: moment)
      heed(clock.hearStaged(transport, in: block))
    }
    clock.removeStaged()
    if let intent = clock.look(ownTempo: transport.tempo, in: block) { carryOut(intent) }
    followJACKTransport()
    clock.updateLeader(isRolling: transport.isRolling, report: block.time.transport)
  }

  /// Does what the clock means.
  @_noLocks mutating func heed(_ heard: ClockInput.Heard?) {
    switch heard {
    case .none: break
    case .intent(let intent): carryOut(intent)
    case .idleTempo(let tempo): _ = bend(to: tempo)
    }
  }

  /// Does in this block as JACK transport does, where that leads.
  @_noLocks private mutating func followJACKTransport() {
    let song = JACKTransportInput.Song(
      settings: clock.settings, plannedThrough: scheduler.plannedThrough)
    switch jack.hear(mayLead: clock.mayFollowJACK, song, transport, in: block) {
    case .none: break
    case .intent(let intent): carryOut(intent)
    case .bend(let tempo): _ = bend(to: tempo)
    }
  }

  /// Bends the line where planning stands, so that it meets the clock's.
  @_noLocks mutating func bendToClock(through end: Frame) {
    let from = scheduler.plannedThrough
    guard let tempo = clock.tempoToMeet(from: from, through: end, transport, in: block),
      bend(to: tempo)
    else { return }
    clock.hasBent(from: from, through: end, rate: block.sampleRate)
  }

  /// Decides everything before `end`: clock ticks, hits of the program and the drummer, clicks.
  @_noLocks mutating func planAhead(through end: Frame) {
    defer {
      notes.leave(before: end, &scheduler, in: &block)
      scheduler.closeWindow(at: end, in: block)
    }
    guard transport.isRolling else {
      if program.isSwitchPending { _ = program.carryOutSwitch(at: nil) }
      guard clicks.countsIn else {
        return transport.planIdleClock(through: end, &scheduler, in: &block)
      }
      planCountIn(through: end)
      guard transport.isRolling else { return }
      return planAhead(through: end)
    }
    _ = clicks.endCountIn()
    var from: Beats?
    while transport.isRolling, let beat = planStretch(from: from, through: end) { from = beat }
  }

  /// Counts in as far as `end`; where that reaches the downbeat, the song begins.
  @_noLocks private mutating func planCountIn(through end: Frame) {
    let counted = clicks.planCountIn(
      through: end, tempo: transport.line.tempo, program, &scheduler, in: block)
    guard let counted else { return }
    transport.planIdleClock(through: counted.limit, &scheduler, in: &block)
    scheduler.advance(to: counted.limit)
    if counted.isOver { carryOut(.downbeat) }
  }

  /// Decides what lies before `end`, or before the program or its tempo changes: then returns the
  /// beat to go on from.
  @_noLocks private mutating func planStretch(from beat: Beats?, through end: Frame) -> Beats? {
    // Every change takes effect at `plannedThrough`, so one line covers all that is new.
    let line = transport.line
    let from = max(scheduler.plannedThrough, line.frameOrigin)
    guard from < end else { return nil }
    let first = beat ?? program.firstBeat(from: from, on: line, transport)
    let last = line.beat(at: end)
    program.closeWindow(at: last, end)
    let givesTempo = clock.isInternal && !transport.state.history.isFull(at: block.frame)
    let stretch = program.stretch(from: first, to: last, givesTempo: givesTempo)
    plan(from: first, to: stretch.end, before: end, on: line)
    let due = line.frame(at: stretch.end)
    switch stretch.then {
    case .goesOn: return nil
    case .ends:
      carryOut(.end(at: max(due, from)))
      return nil
    case .switches:
      scheduler.advance(to: due)
      if !hasChanged(program.carryOutSwitch(at: stretch.end)) { program.putOffSwitch(to: last) }
    case .changesTempo(let tempo):
      scheduler.advance(to: due)
      program.hasTakenTempo(at: stretch.end)
      _ = transport.setTempo(tempo, at: scheduler.plannedThrough, heardThrough: block.frame)
    }
    return stretch.end
  }

  /// Decides what falls on the beats from `from` until `to`.
  @_noLocks private mutating func plan(
    from: Beats, to: Beats, before end: Frame, on line: Timeline
  ) {
    transport.planClock(from: from, to: to, before: end, &scheduler, in: &block)
    let struck = max(from, clock.quietBefore)
    guard struck <= to else { return }
    program.plan(from: struck, to: to, on: line, &scheduler, in: block)
    drummer.plan(from: struck, to: to, on: line, &scheduler, in: block)
    clicks.plan(from: struck, to: to, on: line, program, &scheduler, in: block)
  }
}
