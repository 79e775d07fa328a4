public import Clock
public import MIDI
public import MusicalTime
import Ports
import RealTime
public import Rhythm
import Sequencing

/// What the control side asks of the engine.
public enum EngineMessage: BitwiseCopyable, Sendable {
  /// Begin at the top.
  case play
  /// Stop where it rolls, waits or counts in, else begin at the top.
  case toggle
  /// Take up where it stopped.
  case `continue`
  /// Stop at once.
  case stop
  /// Move to a beat, rounded down to a sixteenth.
  case locate(Beats)
  /// Change the patch's tempo without a jump in beats: it is heard at once, and where a song without a tempo of
  /// its own begins.
  case tempo(Tempo)
  /// Choose the clock that leads and what is sent.
  case clock(ClockSettings)
  /// Take in a beat that another program reports, and follow it where it was chosen to lead.
  case line(BeatLine)
  /// Play another program from that moment on, at once while stopped; the old one comes back to be
  /// freed, and so does one that waited. At once its beginning falls `shift` later than that of the
  /// program before, so that a song that became longer goes on where it is.
  case program(ProgramReference, at: SwitchMoment, shift: ProgramShift)
  /// Stop on this beat and rest at the top, as at the end of a program that does not loop; `nil` for
  /// no limit.
  case limit(Beats?)
  /// Let go of the program that waits for its moment.
  case cancelSwitch
  /// Play what is for fills, or no longer.
  case fill(Bool)
  /// Click so from the next planned frame on, and count in so the next time.
  case metronome(Metronome)
  /// Send a message by `out` at once.
  case send(ShortMessage)
  /// Strike a drum as a pad would; it is recorded where it was struck.
  case hit(Drum, Velocity, GestureTime = .now)
  /// Report every control and note instead of playing it, or no longer.
  case learn(Bool)
  /// Let go of every drum held on a pad, and forget where hi-hat pedals stand: the device that held them has
  /// gone, with its note-offs.
  case releaseHeld
  /// Silence everything at once and send the note-offs of what sounds.
  case panic
  /// Stop, and send the note-offs of exactly what sounds: the last message before the end.
  case finish
}

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
    case .toggle: sequencer.carryOut(sequencer.isUnderway ? .stop : .play, &output)
    case .continue: sequencer.carryOut(.resume, &output)
    case .stop: sequencer.carryOut(.stop, &output)
    case .locate(let beat): sequencer.carryOut(.locate(beat), &output)
    case .tempo(let tempo): return sequencer.setPatchTempo(tempo, &output)
    case .clock(let settings): return follow(settings)
    case .line(let line):
      heed(line)
      updateLeader()
    case .program(let next, let moment, let shift):
      return play(next, at: moment, shift: shift)
    case .limit(let beat): sequencer.limit = beat
    case .cancelSwitch: return sequencer.program.forgetSwitch()
    case .fill(let isFilling): sequencer.program.isFilling = isFilling
    case .metronome(let metronome): sequencer.clicks.metronome = metronome
    case .send(let message): output.block.send(message, at: 0)
    case .hit(let drum, let velocity, let time): strike(DrumStroke(drum, velocity), time)
    case .learn(let isLearning): player.learn(isLearning)
    case .releaseHeld: releaseHeld()
    case .panic: silence()
    case .finish: finish()
    }
    return true
  }

  /// Plays another program from its moment on; false when it must be asked again.
  @_noLocks private mutating func play(
    _ next: ProgramReference, at moment: SwitchMoment, shift: ProgramShift
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
    let before = sequencer.clocks.settings
    if before.sends, !settings.sends {
      sequencer.transport.stopFollowers(&output.scheduler, in: &output.block)
    }
    let isOther = sequencer.clocks.change(to: settings)
    sequencer.transport.changeSending(to: settings)
    if isOther {
      guard sequencer.bend(to: sequencer.transport.tempo, &output) else { return false }
      sequencer.withdrawStart(&output)
      sequencer.clocks.startOver(after: before, in: output.block)
      if !sequencer.transport.isRolling {
        sequencer.clocks.midi.rest(at: sequencer.transport.state.restingPosition)
      }
    } else {
      // What JACK was about to begin.
      if before.followsTransport, !settings.followsTransport, !sequencer.clocks.isWaiting {
        sequencer.withdrawStart(&output)
      }
      heedLoss()
    }
    // What is asked for next in this block goes by the clock that leads from now on.
    updateLeader()
    let later = settings.offset.nanoseconds &- before.offset.nanoseconds
    if later != 0 { sequencer.clocks.midi.shift(by: HostTime.Interval(nanoseconds: later)) }
    if !before.sends { sequencer.letFollowersJoin(&output) }
    return true
  }

  @_noLocks private mutating func releaseHeld() {
    output.notes.letGoOfAll(at: 0, in: &output.block)
    player.forgetPedals()
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
    output.block.sendAllWaiting()
  }
}
