import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// The transport as the MIDI clock that is followed has it. Real-time: yes.
extension Sequencer {
  /// Sends followers at once what the leading clock has sent us: its own pre-roll becomes ours.
  @_noLocks mutating func arm(
    from beat: Beats, at offset: Int32, _ output: inout EngineOutput
  ) {
    guard !transport.isRolling else { return }
    if beat != transport.state.restingPosition { program.moveToTop() }
    transport.rest(at: beat)
    transport.announce(
      beat, at: output.block.frame(at: offset), &output.scheduler, notes: &output.notes,
      in: &output.block)
  }

  /// Rolls from `beat`, which falls on `due`; a song that rolls already `goesOn` in its program, or begins that
  /// at the song's beginning.
  @_noLocks mutating func roll(
    from beat: Beats, due: Frame, goesOn: Bool, _ output: inout EngineOutput
  ) {
    clocks.midi.requestBend()
    var beat = beat
    let isAnnounced = transport.clockOutput.announced == beat
    var earliest = output.block.frame
    // Start stays sent, and the downbeat comes after it.
    if isAnnounced { earliest = max(earliest, transport.clockOutput.announcedAt.advanced(by: 1)) }
    if transport.isRolling {
      let ours = transport.state.position(at: due)
      // It was our own beat, handed over.
      if ours < beat + .halfTick, beat < ours + .halfTick { return }
      beat = relocated(to: beat, from: ours, due: due, earliest: earliest, &output)
    } else {
      output.scheduler.takeBack(to: max(due, earliest), notes: &output.notes, in: &output.block)
      // Stop came so late that the same music was played from here on.
      if let past = clocks.midi.playedPastStop(due: due), program.repeats(past.beat, beat) {
        beat = beat + past.length
      }
    }
    roll(
      from: beat, at: max(output.scheduler.plannedThrough, due),
      tempo: clocks.isLedByLine ? leadingTempo : clocks.midi.tempo(orElse: transport.tempo),
      isAnnounced: isAnnounced, keepsOrigin: keepsOrigin(at: beat, goesOn: goesOn),
      &output)
    clocks.midi.hasMet(through: output.scheduler.plannedThrough)
  }

  /// Whether a program that began elsewhere goes on at `beat`: after Continue and a jump of the clock; Start and
  /// song position begin at the top.
  @_noLocks private func keepsOrigin(at beat: Beats, goesOn: Bool) -> Bool {
    guard transport.isRolling else {
      return beat == transport.state.restingPosition && beat > Beats(units: 0)
    }
    // A program that came in after `beat` would be silent until then; a little may be rounding, or what was
    // planned ahead.
    return goesOn && program.origin < beat + .sixteenth
  }

  /// Ends the song that rolls, of which `ours` would fall on `due`, and returns the beat from which that at
  /// `beat` goes on.
  @_noLocks private mutating func relocated(
    to beat: Beats, from ours: Beats, due: Frame, earliest: Frame, _ output: inout EngineOutput
  ) -> Beats {
    let line = transport.line
    // The tick that begins the new song no longer belongs to the old one, nor what falls on it.
    let tick = Beats.clockTick * (ours + .halfTick).dividedRoundingDown(by: .clockTick)
    let end = min(due, line.frame(at: tick))
    planAhead(through: end, &output)
    output.scheduler.takeBack(to: max(end, earliest), notes: &output.notes, in: &output.block)
    let planned = output.scheduler.plannedThrough
    let played = line.beat(at: planned) - tick
    // Where the same music was played already, because it could not be taken back, it is gone on.
    let isPlayed = planned > due && played > .zero && program.repeats(tick, beat)
    return isPlayed ? beat + played : beat
  }

  /// Rolls from `beat` on `frame` itself, and lets followers know unless they were sent it before.
  @_noLocks private mutating func roll(
    from beat: Beats, at frame: Frame, tempo: Tempo, isAnnounced: Bool, keepsOrigin: Bool,
    _ output: inout EngineOutput
  ) {
    let resumes = keepsOrigin && !transport.isRolling
    let said = transport.roll(from: beat, at: frame, tempo: tempo)
    land(at: beat, keepsOrigin: keepsOrigin, resumes: resumes, &output)
    transport.hasRolled(
      from: beat, said, isAnnounced: isAnnounced, &output.scheduler, in: &output.block)
  }

  /// Stops where the clock that leads did, every tick it gave played, and rests where it goes on.
  @_noLocks mutating func stopWithClock(
    from beat: Beats, at offset: Int32, _ output: inout EngineOutput
  ) {
    defer { transport.rest(at: beat) }
    clocks.midi.forgetStop()
    guard transport.isRolling else {
      let now = max(output.scheduler.plannedThrough, output.block.frame(at: offset))
      return transport.disarm(at: now, &output.scheduler, in: &output.block)
    }
    let now = output.block.frame.advanced(by: max(Int64(offset), output.scheduler.clockLead))
    var limit = now.advanced(by: 1)
    // The last tick has been given, though by our line it may be a little ahead.
    let line = transport.line
    let last = line.frame(at: beat - .clockTick).advanced(by: 1)
    if limit < last, last <= line.frame(at: line.beat(at: limit) + .clockTick) { limit = last }
    planAhead(through: limit, &output)
    clocks.midi.hasStopped(at: beat, playedThrough: limit, on: line)
    stop(before: limit, at: limit.advanced(by: -1), decidedThrough: limit, &output)
  }
}

/// The transport as JACK transport has it. Real-time: yes.
extension Sequencer {
  /// Begins, or begins again, with `beat` on the block's first frame.
  @_noLocks mutating func jump(to beat: Beats, tempo: Tempo, _ output: inout EngineOutput) {
    clocks.midi.halt()
    let isAnnounced = transport.clockOutput.announced == beat
    let announcedAt = transport.clockOutput.announcedAt.advanced(by: 1)
    let frame = isAnnounced ? max(output.block.frame, announcedAt) : output.block.frame
    output.scheduler.takeBack(to: frame, notes: &output.notes, in: &output.block)
    // Late where something could not be taken back, and made up for: better than without the hits.
    roll(
      from: beat, at: output.scheduler.plannedThrough, tempo: tempo, isAnnounced: isAnnounced,
      keepsOrigin: false, &output)
    clocks.jack.hasJumped(transport)
  }

  @_noLocks mutating func restWithJACK(_ rest: JACKRest, _ output: inout EngineOutput) {
    if rest.stops { stop(&output) }
    if let beat = rest.beat { transport.rest(at: beat) }
    guard let beat = rest.starts else {
      // JACK was about to roll, and does not.
      return transport.disarm(
        at: output.scheduler.plannedThrough, &output.scheduler, in: &output.block)
    }
    // Sent now, followers have a block's time before the first tick.
    guard transport.clockOutput.announced != beat else { return }
    transport.announce(
      beat, at: output.block.frame, &output.scheduler, notes: &output.notes, in: &output.block)
  }
}
