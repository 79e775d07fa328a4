import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

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
    case .play: begin()
    case .continue: resume()
    case .stop: stop()
    case .locate(let beat): locate(to: beat)
    case .tempo(let tempo):
      return transport.setTempo(tempo, at: plannedThrough, heardThrough: frame)
    case .clock(let settings): clock = settings
    case .program(let next):
      guard retired.push(program) else { return false }
      program = next
      reached.beat = Beats(units: .min)
      if transport.isRolling { endThisTime(from: transport.position(at: plannedThrough)) }
    case .hit(let drum, let velocity):
      let beat = transport.position(at: frame)
      strike(drum, velocity, at: 0, decay: 0, beat: beat, by: .command)
    case .panic: silence()
    case .finish: finish()
    }
    return true
  }

  @_noLocks mutating func begin() {
    onlyLoop = 0
    reached.beat = Beats(units: .min)
    announce(transport.play(at: plannedThrough))
  }

  @_noLocks mutating func resume() {
    if !transport.isRolling { endThisTime(from: transport.restingPosition) }
    announce(transport.continue(at: plannedThrough))
  }

  @_noLocks mutating func locate(to beat: Beats) {
    announce(transport.locate(to: beat, at: plannedThrough))
    endThisTime(from: transport.restingPosition)
  }

  /// A program that does not loop ends with the time round that `beat` lies in.
  @_noLocks private mutating func endThisTime(from beat: Beats) {
    reached.beat = Beats(units: .min)
    onlyLoop = unsafe beat.dividedRoundingDown(by: program.image.pointee.length)
  }

  /// Stops before the block being made, or as soon as what an output may already have let go of
  /// has been played: a tick that left and was not counted would come twice after Continue.
  @_noLocks mutating func stop() {
    let limit = frame.advanced(by: letGoAhead)
    stop(before: limit, at: limit, decidedThrough: limit)
  }

  /// Stops on the frame of a live message, when what fell on it has been played and the rest of
  /// the block can begin nothing new.
  @_noLocks mutating func stop(at offset: Int32) {
    let now = frame.advanced(by: max(Int64(offset), letGoAhead))
    let end = frame.advanced(by: max(Int64(time.frames), letGoAhead &+ 1))
    stop(before: now.advanced(by: 1), at: now, decidedThrough: end)
  }

  /// Stops with everything before `limit` played and lets Stop leave on `now`.
  @_noLocks private mutating func stop(before limit: Frame, at now: Frame, decidedThrough: Frame) {
    let said = transport.stop(at: limit)
    guard said.stop else { return }
    // By the very moments told, not by what they would be now: the driver's idea of the time moves.
    if let earliest = plan.remove(from: limit) { leave(.withdraw, .clock, .stop, at: earliest) }
    plannedThrough = decidedThrough
    let last = max(latestLeft, plan.latestLeaving() ?? latestLeft)
    earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
    // The next announcement may fall on this very frame, with the time reckoned anew.
    defer { earliestLeaving = leaving(now) }
    // Looking ahead, strokes before the limit are still to come: each ends by its own gate.
    if letGoAhead == 0 { closeGates(at: offset(of: now)) }
    // Stopping while merely armed stays silent: no Start was sent, so a Stop would confuse.
    if plan.letsFollowersRoll(before: followersRoll) { schedule(.stop, at: now) }
  }

  /// Frames that outputs which schedule ahead may let go of before they can take them back.
  private var letGoAhead: Int64 { @_noLocks get { horizon / 2 } }

  /// Silences the synthesizer and whatever sounds on `out`; the transport goes on.
  @_noLocks mutating func silence() {
    _ = output.add(SoundEvent(offset: 0, kind: .allSoundOff))
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
  }

  @_noLocks private mutating func announce(_ said: Transport.Announcement) {
    // The next announcement may fall on this very frame, with the time reckoned anew.
    defer { earliestLeaving = leaving(plannedThrough) }
    if said.stop { schedule(.stop, at: plannedThrough) }
    if said.songPosition >= 0 {
      schedule(.songPosition(said.songPosition), at: plannedThrough)
    }
    switch said.start {
    case .none: return
    case .start: schedule(.start, at: plannedThrough)
    case .continue: schedule(.continue, at: plannedThrough)
    }
  }

  /// Lets `message` leave by the clock ports at `frame`.
  @_noLocks mutating func schedule(_ message: ShortMessage, at frame: Frame) {
    let leaves = leaving(frame)
    if !plan.insert(PlannedEvent(frame: frame, leaves: leaves, message: message)) {
      status.droppedMessages &+= 1
    }
    leave(.send, .clock, message, at: leaves)
  }
}
