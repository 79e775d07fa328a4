import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// What lies ahead. Real-time: yes.
extension Sequencer {
  /// Goes on after frames that the driver could not have made: their clock is sent at once, since
  /// followers count it, and so does what is hardly late.
  @_noLocks mutating func skip(_ frames: Int64, _ output: inout EngineOutput) {
    guard frames > 0 else { return }
    output.block.skip(frames)
    let frame = output.block.frame
    guard output.scheduler.plannedThrough < frame else { return }
    bendToClock(through: frame, &output)
    planAhead(through: frame, &output)
  }

  /// Decides all that the block and outputs that schedule ahead need.
  @_noLocks mutating func planHorizon(_ output: inout EngineOutput) {
    let horizon = output.block.end.advanced(by: output.scheduler.horizon)
    bendToClock(through: horizon, &output)
    planAhead(through: horizon, &output)
  }

  /// Bends the line where planning stands, so that it meets the clock's.
  @_noLocks mutating func bendToClock(through end: Frame, _ output: inout EngineOutput) {
    let from = output.scheduler.plannedThrough
    let tempo = clocks.midi.tempoToMeet(from: from, through: end, transport, in: output.block)
    guard let tempo, bend(to: tempo, &output) else { return }
    clocks.midi.hasBent(from: from, through: end, rate: output.block.sampleRate)
  }

  /// Decides everything before `end`: clock ticks, hits of the program and the drummer, clicks.
  @_noLocks mutating func planAhead(through end: Frame, _ output: inout EngineOutput) {
    defer {
      output.notes.scheduleNotes(before: end, &output.scheduler, in: &output.block)
      output.scheduler.closeWindow(at: end, in: output.block)
    }
    guard transport.isRolling else {
      if program.isSwitchPending { _ = hasChanged(program.carryOutSwitch(at: nil), &output) }
      guard clicks.countsIn else {
        return transport.planIdleClock(through: end, &output.scheduler, in: &output.block)
      }
      planCountIn(through: end, &output)
      guard transport.isRolling else { return }
      return planAhead(through: end, &output)
    }
    _ = clicks.endCountIn()
    var from: Beats?
    while transport.isRolling, let beat = planStretch(from: from, through: end, &output) {
      from = beat
    }
    if !transport.isRolling {
      transport.planIdleClock(through: end, &output.scheduler, in: &output.block)
    }
  }

  /// Counts in as far as `end`; where that reaches the downbeat, the song begins.
  @_noLocks private mutating func planCountIn(through end: Frame, _ output: inout EngineOutput) {
    let counted = clicks.planCountIn(
      through: end, tempo: transport.line.tempo, program, &output.scheduler, in: output.block)
    guard let counted else { return }
    transport.planIdleClock(through: counted.limit, &output.scheduler, in: &output.block)
    output.scheduler.advance(to: counted.limit)
    if counted.isOver { carryOut(.downbeat, &output) }
  }

  /// Decides what lies before `end`, or before the program or its tempo changes: then returns the
  /// beat to go on from.
  @_noLocks private mutating func planStretch(
    from beat: Beats?, through end: Frame, _ output: inout EngineOutput
  ) -> Beats? {
    // Every change takes effect at `plannedThrough`, so one line covers all that is new.
    let line = transport.line
    let from = max(output.scheduler.plannedThrough, line.frameOrigin)
    guard from < end else { return nil }
    let first = beat ?? program.firstBeat(from: from, on: line, transport)
    let hasRoom = !transport.state.history.isFull(at: output.block.frame)
    if hasRoom, takeOmittedTempo(&output) { return first }
    let last = line.beat(at: end)
    program.closeWindow(at: last, end)
    let givesTempo = clocks.isInternal
    var stretch = program.stretch(from: first, to: last, givesTempo: givesTempo && hasRoom)
    if let limit, limit <= stretch.end {
      stretch = ProgramCursor.Stretch(end: max(limit, first), then: .ends)
    }
    let omitsTempi = givesTempo && !hasRoom
    if omitsTempi { program.omitTempi(from: first, before: stretch.end) }
    plan(from: first, to: stretch.end, before: end, on: line, &output)
    let due = line.frame(at: stretch.end)
    switch stretch.then {
    case .goesOn: return nil
    case .ends:
      carryOut(.end(at: max(due, from)), &output)
      _ = takeOmittedTempo(&output)
      return nil
    case .switches:
      output.scheduler.advance(to: due)
      if !hasChanged(program.carryOutSwitch(at: stretch.end), &output) {
        program.putOffSwitch(to: last)
      }
    case .changesTempo(let tempo):
      output.scheduler.advance(to: due)
      program.hasTakenTempo(at: stretch.end)
      takeSongTempo(tempo, &output)
    }
    return stretch.end
  }

  /// Takes the tempo for which there was no room before; false where there is none.
  @_noLocks private mutating func takeOmittedTempo(_ output: inout EngineOutput) -> Bool {
    guard let tempo = program.takeOmittedTempo(), clocks.isInternal else { return false }
    takeSongTempo(tempo, &output)
    return true
  }

  /// Goes on at a tempo of the song's from where it is planned, also where that goes on after a lost clock.
  @_noLocks private mutating func takeSongTempo(_ tempo: Tempo, _ output: inout EngineOutput) {
    let frame = output.scheduler.plannedThrough
    if transport.isRolling, clocks.midi.isLost {
      clocks.midi.runAlone(at: tempo, from: frame, in: output.block)
    }
    _ = goOn(at: tempo, isOwn: true, &output)
  }

  /// Decides what falls on the beats from `from` until `to`.
  @_noLocks private mutating func plan(
    from: Beats, to: Beats, before end: Frame, on line: Timeline, _ output: inout EngineOutput
  ) {
    transport.planClock(from: from, to: to, before: end, &output.scheduler, in: &output.block)
    let struck = max(from, clocks.midi.quietBefore)
    guard struck <= to else { return }
    program.plan(from: struck, to: to, on: line, &output.scheduler, in: output.block)
    drummer.plan(from: struck, to: to, on: line, &output.scheduler, in: output.block)
    clicks.plan(from: struck, to: to, on: line, program, &output.scheduler, in: output.block)
  }
}
