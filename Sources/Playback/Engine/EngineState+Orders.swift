import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// What the control side asks for. Real-time: yes.
extension EngineState {
  /// Carries out what was asked for since the last block.
  @_noLocks mutating func carryOutOrders() {
    while let order = control.nextOrder() {
      // What cannot be taken yet stays first in line for the next block.
      guard perform(order) else { return }
      control.hasCarriedOut()
    }
  }

  @_noLocks private mutating func perform(_ order: EngineMessage) -> Bool {
    switch order {
    case .play: sequencer.carryOut(.play, &output)
    case .continue: sequencer.carryOut(.resume, &output)
    case .stop: sequencer.carryOut(.stop, &output)
    case .locate(let beat): sequencer.carryOut(.locate(beat), &output)
    case .tempo(let tempo): return sequencer.setTempo(tempo, &output)
    case .clock(let settings): return follow(settings)
    case .line(let line): heed(line)
    case .program(let next, let moment, let shift):
      return play(next, at: moment, shift: shift)
    case .limit(let beat): sequencer.limit = beat
    case .cancelSwitch: return sequencer.program.forgetSwitch()
    case .fill(let isFilling): sequencer.program.isFilling = isFilling
    case .metronome(let metronome): sequencer.clicks.metronome = metronome
    case .send(let message): output.block.send(message, at: 0)
    case .hit(let drum, let velocity, let time): strike(DrumStroke(drum, velocity), time)
    case .learn(let isLearning): player.learn(isLearning)
    case .releaseHeld: output.notes.letGoOfAll(at: 0, in: &output.block)
    case .panic: silence()
    case .finish: finish()
    }
    return true
  }

  /// Plays another program from its moment on; false when it must be asked again.
  @_noLocks private mutating func play(
    _ next: ProgramReference, at moment: SwitchMoment, shift: Beats
  ) -> Bool {
    let transport = sequencer.transport.state
    let change = sequencer.program.play(
      next, at: moment, shift: shift, isRolling: transport.isRolling,
      position: transport.position(at: output.scheduler.plannedThrough))
    return sequencer.hasChanged(change, &output)
  }

  /// Follows and sends as `settings` say from now on; false when it must be asked again.
  @_noLocks private mutating func follow(_ settings: ClockSettings) -> Bool {
    if sequencer.hasFullHistory(output) { return false }
    let before = sequencer.clock.settings
    if before.sends, !settings.sends {
      sequencer.transport.stopFollowers(&output.scheduler, in: &output.block)
    }
    let isOther = sequencer.clock.change(to: settings)
    sequencer.transport.changeSending(to: settings)
    if isOther {
      guard sequencer.bend(to: sequencer.transport.tempo, &output) else { return false }
      sequencer.clock.startOver(after: before, in: output.block)
      sequencer.jack = JACKTransportInput()
      sequencer.line = LineInput()
    }
    let later = settings.offset.nanoseconds &- before.offset.nanoseconds
    if later != 0 { sequencer.clock.shift(by: HostTime.Interval(nanoseconds: later)) }
    if !before.sends { sequencer.letFollowersJoin(&output) }
    return true
  }

  /// Silences the synthesizer and whatever sounds on `out`; the transport goes on.
  @_noLocks private mutating func silence() {
    output.block.play(SoundEvent(offset: 0, kind: .allSoundOff))
    output.notes.silence(in: &output.block)
    delayed.removeAll()
    let channel = output.notes.channel
    output.block.send(.controlChange(channel: channel, controller: 123, value: 0), at: 0)
    output.block.send(.controlChange(channel: channel, controller: 120, value: 0), at: 0)
  }

  /// Stops and lets go of everything by its own note-off.
  @_noLocks private mutating func finish() {
    sequencer.carryOut(.finish, &output)
    output.notes.endAll(at: 0, in: &output.block)
    output.notes.letGoOfAll(at: 0, in: &output.block)
    output.block.hurryDepartures()
  }
}
