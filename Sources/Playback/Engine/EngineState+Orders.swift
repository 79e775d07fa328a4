import MIDI
import MusicalTime
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
    case .play: carryOut(.play)
    case .continue: carryOut(.resume)
    case .stop: carryOut(.stop)
    case .locate(let beat): carryOut(.locate(beat))
    case .tempo(let tempo): return setTempo(tempo)
    case .clock(let settings): return follow(settings)
    case .program(let next, let moment, let shift):
      return play(next, at: moment, shift: shift)
    case .cancelSwitch: return program.forgetSwitch()
    case .fill(let isFilling): program.isFilling = isFilling
    case .metronome(let metronome): clicks.metronome = metronome
    case .send(let message): block.send(message, at: 0)
    case .hit(let drum, let velocity): strike(DrumStroke(drum, velocity), at: 0, by: .command)
    case .panic:
      // The transport goes on.
      block.play(SoundEvent(offset: 0, kind: .allSoundOff))
      notes.silence(in: &block)
    case .finish: carryOut(.finish)
    }
    return true
  }

  @_noLocks private mutating func play(
    _ next: ProgramReference, at moment: SwitchMoment, shift: Beats
  ) -> Bool {
    let position = transport.state.position(at: scheduler.plannedThrough)
    let change = program.play(
      next, at: moment, shift: shift, isRolling: transport.isRolling, position: position)
    return hasChanged(change)
  }

  /// Takes the tempo of a program that plays now, where our own beat leads; false where it was refused.
  @_noLocks mutating func hasChanged(_ change: ProgramCursor.Change) -> Bool {
    switch change {
    case .refused: return false
    case .waits: return true
    case .plays(let tempo):
      if let tempo, clock.isInternal { _ = setTempo(tempo) }
      return true
    }
  }

  /// Takes a tempo of our own; while a clock leads it is kept for later, and where the clock was lost
  /// it is gone on at. False when it must be asked again.
  @_noLocks mutating func setTempo(_ tempo: Tempo) -> Bool {
    if clock.isLost {
      transport.keepTempo(tempo)
      clock.runAlone(at: tempo, in: block)
      return true
    }
    switch clock.leader {
    case .midi: transport.keepTempo(tempo)
    case .jack where jack.tempo != nil: transport.keepTempo(tempo)
    default:
      return transport.setTempo(
        tempo, at: scheduler.plannedThrough, heardThrough: block.frame)
    }
    return true
  }

  /// Goes on at another's tempo from where it is planned; false when it must be asked again.
  @_noLocks mutating func bend(to tempo: Tempo) -> Bool {
    transport.bend(to: tempo, at: scheduler.plannedThrough, heardThrough: block.frame)
  }

  /// Follows and sends as `settings` say from now on; false when it must be asked again.
  @_noLocks private mutating func follow(_ settings: ClockSettings) -> Bool {
    if transport.isRolling, transport.state.history.isFull(at: block.frame) { return false }
    let before = clock.settings
    if before.sends, !settings.sends { transport.stopFollowers(&scheduler, in: &block) }
    let isOther = clock.change(to: settings)
    transport.changeSending(to: settings)
    if isOther {
      guard bend(to: transport.tempo) else { return false }
      clock.startOver(after: before, in: block)
      jack = JACKTransportInput()
    }
    let later = settings.offset.nanoseconds &- before.offset.nanoseconds
    if later != 0 { clock.shift(by: HostTime.Interval(nanoseconds: later)) }
    if !before.sends, settings.sends, transport.isRolling {
      transport.letFollowersJoin(&scheduler, in: &block)
    }
    return true
  }
}
