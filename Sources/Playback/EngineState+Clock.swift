import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm

/// Where followers of our clock come in. Real-time: yes.
struct Joining: BitwiseCopyable {
  /// The first beat whose tick they count.
  var beat = Beats.zero
  /// Start or Continue is still to be said, a pre-roll before that tick.
  var isDue = false
  /// The beat that Start or Continue was said for before its clock came, or nothing.
  var announced: Beats?
  /// The frame on which it was said.
  var announcedAt = Frame(index: 0)

  @_noLocks init() {}
}

extension EngineState {
  /// Says what a change of the transport means to followers; the song goes on, or begins, at `beat`.
  /// Real-time: yes.
  @_noLocks mutating func announce(_ said: Transport.Announcement, from beat: Beats) {
    // The next announcement may fall on this very frame, with the time reckoned anew.
    defer { earliestLeaving = leaving(plannedThrough) }
    // Followers that roll ignore a song position and a Continue (MIDI 1.0). Whether they do is asked
    // of what leaves, since taking back may have taken a Stop back as well.
    let needsRest = said.stop || said.songPosition >= 0 || said.start == .continue
    if needsRest, plan.letsFollowersRoll(before: followersRoll) {
      schedule(.stop, at: plannedThrough)
    }
    if said.songPosition >= 0 {
      schedule(.songPosition(said.songPosition), at: plannedThrough)
    }
    joining.announced = nil
    joining.isDue = false
    switch said.start {
    case .none: return
    case .start: schedule(.start, at: plannedThrough)
    case .continue where said.joins == beat: schedule(.continue, at: plannedThrough)
    case .continue: joining.isDue = true
    }
    joining.beat = said.joins
  }

  /// Decides the ticks of the beats from `from` until `to`, and Continue where it is due.
  @_noLocks mutating func planClock(
    from: Beats, to: Beats, before end: Frame, on line: Timeline
  ) {
    var tick = from.dividedRoundingUp(by: .clockTick)
    let joins = joining.beat.dividedRoundingUp(by: .clockTick)
    // Who does not roll yet has no use for these, unless it wants to know the tempo.
    if !choice.settings.sendsWhileStopped, tick < joins { tick = joins }
    while Beats.clockTick * tick < to {
      let due = line.frame(at: .clockTick * tick)
      join(before: due.advanced(by: 1), on: line)
      schedule(.timingClock, at: due < plannedThrough ? plannedThrough : due)
      tick &+= 1
    }
    join(before: end, on: line)
  }

  /// Says Continue, where it is due before `end`.
  @_noLocks private mutating func join(before end: Frame, on line: Timeline) {
    guard joining.isDue else { return }
    let preRoll = Transport.preRollFrames(at: sampleRate)
    let due = line.frame(at: joining.beat).advanced(by: 0 &- preRoll)
    guard due < end else { return }
    joining.isDue = false
    schedule(.continue, at: due < plannedThrough ? plannedThrough : due)
  }

  /// Decides the ticks that leave while stopped, where they are wanted.
  @_noLocks mutating func planIdleClock(through end: Frame) {
    // After Start the next tick is the downbeat, and none may come before it.
    guard choice.settings.sendsWhileStopped, plannedThrough < end, joining.announced == nil
    else { return }
    let line = transport.history.current
    var tick = line.beat(at: plannedThrough).dividedRoundingUp(by: .clockTick)
    while true {
      let due = line.frame(at: .clockTick * tick)
      tick &+= 1
      if due < plannedThrough { continue }
      guard due < end else { return }
      schedule(.timingClock, at: due)
    }
  }

  /// Moves what is to begin so that its downbeat, a pre-roll later, is the next tick of a clock that
  /// leaves while stopped.
  @_noLocks mutating func waitForIdleTick(before beat: Beats) {
    guard choice.settings.sendsWhileStopped, !transport.isRolling else { return }
    let preRoll = transport.preRollFrames(before: beat)
    let line = transport.history.current
    let earliest = plannedThrough.advanced(by: preRoll)
    let tick = line.beat(at: earliest).dividedRoundingUp(by: .clockTick)
    var downbeat = line.frame(at: .clockTick * tick)
    if downbeat < earliest { downbeat = line.frame(at: .clockTick * (tick &+ 1)) }
    let begins = downbeat.advanced(by: 0 &- preRoll)
    planIdleClock(through: begins)
    if plannedThrough < begins { plannedThrough = begins }
  }

  /// Lets `message` leave by the clock ports with what is heard at `frame`.
  @_noLocks mutating func schedule(_ message: ShortMessage, at frame: Frame) {
    guard choice.settings.sends else { return }
    let leaves = leaving(frame)
    let due = frame.advanced(by: sampleRate.frames(in: clockOffset))
    let event = PlannedEvent(frame: due, belongs: frame, leaves: leaves, message: message)
    if !plan.insert(event) { status.droppedMessages &+= 1 }
    leave(.send, .clock, message, at: leaves.advanced(by: clockOffset))
  }

  /// Takes back what belongs at or after `limit`, by the very moments told, not by what they would be
  /// now: the driver's idea of the time moves.
  @_noLocks mutating func withdraw(from limit: Frame) {
    let ending = ahead.earliestEnd(from: limit)
    var earliest = plan.remove(from: limit, clockOffset: clockOffset)
    ahead.takeBack(from: limit)
    if let ending { earliest = earliest.map { min($0, ending) } ?? ending }
    if let earliest {
      leave(.withdraw, .clock, .stop, at: earliest)
      // A clock that leaves earlier or later than its sound is taken back with sound that stays,
      // or the other way round.
      leaveAgain(from: earliest)
    }
    leaveAfterAllThatLeft()
  }

  /// Takes back what was decided from `frame` on, as far as it can be, and decides anew from there.
  @_noLocks mutating func takeBack(to frame: Frame) {
    if plan.reaches(frame) {
      let limit = max(frame, self.frame.advanced(by: clockLead))
      withdraw(from: limit)
      plannedThrough = limit
    } else {
      plannedThrough = frame
      leaveAfterAllThatLeft()
    }
  }

  /// What is planned from here on leaves after all that left and all that is still planned.
  @_noLocks mutating func leaveAfterAllThatLeft() {
    var last = max(latestLeft, plan.latestLeaving() ?? latestLeft)
    if let end = ahead.latestEnd() { last = max(last, end) }
    earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
  }
}
