import Clock
import MIDI
import MusicalTime
import Ports
import Sequencing

/// Going along with the clock that leads. Real-time: yes.
extension EngineState {
  /// Takes in what the block's clock and transport say, each on its frame.
  @_noLocks mutating func followClock() {
    while let offset = sequencer.clocks.midi.nextOffset(in: output.block) {
      let moment = output.block.frame(at: offset)
      sequencer.bendToClock(through: moment, &output)
      sequencer.planAhead(through: moment, &output)
      heed(
        sequencer.clocks.midi.hearStaged(
          sequencer.clocks.settings, sequencer.transport, in: output.block))
    }
    sequencer.clocks.midi.removeStaged()
    let intent = sequencer.clocks.midi.look(
      sequencer.clocks.settings, sequencer.transport, in: output.block)
    if let intent { sequencer.carryOut(intent, &output) }
    followJACKTransport()
    followLine()
    updateLeader()
    takeLeadingTempo()
  }

  /// Finds out which clock leads from now on.
  @_noLocks mutating func updateLeader() {
    sequencer.clocks.updateLeader(
      isRolling: sequencer.transport.isRolling, report: output.block.time.transport)
  }

  /// Takes the tempo that leads where no tick and no line gives it: at rest, where clock may be sent and bars are
  /// counted in, and where the song waits for a clock that was lost.
  @_noLocks private mutating func takeLeadingTempo() {
    let tempo = sequencer.leadingTempo
    guard sequencer.transport.line.tempo != tempo,
      sequencer.clocks.leavesTempo(whileRolling: sequencer.transport.isRolling)
    else { return }
    _ = sequencer.bend(to: tempo, &output)
  }

  /// Does what is chosen for a clock that was lost before this block.
  @_noLocks mutating func heedLoss() {
    let settings = sequencer.clocks.settings
    if case .lost = sequencer.clocks.midi.health.presence {
      var intent = sequencer.clocks.midi.look(settings, sequencer.transport, in: output.block)
      if case .stop = settings.lost, sequencer.holdsLostTempo { intent = .stop }
      if let intent { sequencer.carryOut(intent, &output) }
    }
    guard case .link = settings.source, !output.block.time.isFreewheeling else { return }
    let intent = sequencer.clocks.line.heedLoss(
      settings, sequencer.transport, output.scheduler, in: output.block)
    guard let intent else { return }
    updateLeader()
    sequencer.carryOut(intent, &output)
  }

  /// Does what the clock means.
  @_noLocks mutating func heed(_ heard: ClockInput.Heard?) {
    switch heard {
    case .none: break
    case .intent(let intent): sequencer.carryOut(intent, &output)
    case .idleTempo(let tempo): _ = sequencer.bend(to: tempo, &output)
    }
  }

  /// Does in this block as JACK transport does, where that leads.
  @_noLocks private mutating func followJACKTransport() {
    let song = JACKTransportInput.Song(
      settings: sequencer.clocks.settings, plannedThrough: output.scheduler.plannedThrough)
    let action = sequencer.clocks.jack.hear(
      mayLead: sequencer.clocks.mayFollowJACK, song, sequencer.transport, in: output.block)
    switch action {
    case .none: break
    case .intent(let intent): sequencer.carryOut(intent, &output)
    case .bend(let tempo):
      if sequencer.bend(to: tempo, &output) { sequencer.clocks.jack.hasBent() }
    }
  }

  /// Takes in a beat that another program reports.
  @_noLocks mutating func heed(_ line: BeatLine) {
    let intent = sequencer.clocks.line.hear(
      line, sequencer.clocks.settings, isRolling: sequencer.transport.isRolling,
      in: output.block)
    if let intent { sequencer.carryOut(intent, &output) }
  }

  /// Goes along with the line that another program reports, where that leads.
  @_noLocks private mutating func followLine() {
    let action = sequencer.clocks.line.follow(
      sequencer.clocks.settings, sequencer.transport, origin: sequencer.program.origin,
      output.scheduler, in: output.block)
    switch action {
    case .none: break
    case .intent(let intent):
      // A line that was given up leads no longer: the song takes its own tempo where it begins.
      updateLeader()
      sequencer.carryOut(intent, &output)
    case .bend(let tempo):
      if sequencer.bend(to: tempo, &output) {
        sequencer.clocks.line.hasBent(at: output.scheduler.plannedThrough, in: output.block)
      }
    }
  }
}
