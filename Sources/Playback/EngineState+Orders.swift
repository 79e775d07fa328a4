import Clock
import MIDI
import MusicalTime
import RealTime
import Rhythm

extension EngineState {
  /// Carries out what the control side asked for since the last block. Real-time: yes.
  @_noLocks mutating func takeOrders() {
    while let order = orders.peek() {
      // What cannot be taken yet stays first in line for the next block.
      guard carryOut(order) else { return }
      _ = orders.pop()
      status.messagesDone &+= 1
    }
  }

  @_noLocks private mutating func carryOut(_ order: EngineMessage) -> Bool {
    switch order {
    case .play: playOrCountIn()
    case .continue: continueOrArm()
    case .stop: haltAndStop()
    case .locate(let beat): locateOrArm(to: beat)
    case .tempo(let tempo): return take(tempo)
    case .clock(let settings): return change(to: settings)
    case .program(let next, let moment, let shift):
      return take(next, at: moment, shift: shift)
    case .cancelSwitch: return forgetSwitch()
    case .fill(let isFilling): reading.isFilling = isFilling
    case .metronome(let metronome): clicking.metronome = metronome
    case .send(let message): send(message, at: 0)
    case .hit(let drum, let velocity):
      let beat = transport.position(at: frame)
      strike(drum, velocity, at: 0, beat: beat, by: .command)
      letDrummerHear(drum, velocity, at: 0)
      tellOfStroke(drum, velocity, at: 0)
    case .panic: silence()
    case .finish: finish()
    }
    return true
  }

  @_noLocks mutating func begin() {
    // Whatever was followed until now, this is a song of our own.
    follower.halt()
    waitForIdleTick(before: .zero)
    announce(transport.play(at: plannedThrough, tempo: leadingTempo), from: .zero)
    land(at: .zero)
  }

  @_noLocks mutating func resume() {
    let beat = transport.restingPosition
    guard !transport.isRolling else { return }
    follower.halt()
    waitForIdleTick(before: beat)
    announce(transport.continue(at: plannedThrough, tempo: leadingTempo), from: beat)
    land(at: beat, keepsOrigin: true)
  }

  @_noLocks mutating func locate(to beat: Beats) {
    endCountIn(from: frame.advanced(by: clockLead))
    follower.halt()
    let said = transport.locate(to: beat, at: plannedThrough)
    follower.rest(at: transport.restingPosition)
    announce(said, from: transport.restingPosition)
    land(at: transport.restingPosition)
  }

  /// Stops before the block being made, or where a clock that leaves early has got to.
  @_noLocks mutating func stop() {
    let limit = frame.advanced(by: clockLead)
    stop(before: limit, at: limit, decidedThrough: limit)
  }

  /// Stops on the frame of a live message, when what fell on it has been played and the rest of
  /// the block can begin nothing new.
  @_noLocks mutating func stop(at offset: Int32) {
    // A clock that leaves early has been let go of as far ahead of the message.
    let now = frame.advanced(by: Int64(offset) &+ clockLead)
    let end = max(frame.advanced(by: Int64(time.frames)), now.advanced(by: 1))
    stop(before: now.advanced(by: 1), at: now, decidedThrough: end)
  }

  /// Stops with everything before `limit` played and lets Stop leave on `now`.
  @_noLocks mutating func stop(before limit: Frame, at now: Frame, decidedThrough: Frame) {
    endCountIn(from: limit)
    let said = transport.stop(at: limit)
    guard said.stop else { return }
    withdraw(from: limit)
    plannedThrough = decidedThrough
    // The next announcement may fall on this very frame, with the time reckoned anew.
    defer { earliestLeaving = leaving(now) }
    shortenNotes(to: now)
    letNotesLeave(before: max(plannedThrough, now.advanced(by: 1)))
    joining.isDue = false
    // Stopping while merely armed stays silent: no Start was sent, so a Stop would confuse.
    if plan.letsFollowersRoll(before: followersRoll) { schedule(.stop, at: now) }
  }

  /// Silences the synthesizer and whatever sounds on `out`; the transport goes on.
  @_noLocks mutating func silence() {
    _ = output.add(SoundEvent(offset: 0, kind: .allSoundOff))
    leaveNoteOffs()
    closeGates(at: 0)
    endHeldNotes(at: 0)
    send(.controlChange(channel: channel, controller: 123, value: 0), at: 0)
    send(.controlChange(channel: channel, controller: 120, value: 0), at: 0)
  }

  /// Stops and lets go of everything by its own note-off.
  @_noLocks private mutating func finish() {
    stop(before: frame, at: frame, decidedThrough: frame)
    closeGates(at: 0)
    var ringing = held
    while let drum = ringing.popFirst() { letGo(of: drum, at: 0) }
    hurryDepartures()
  }
}
