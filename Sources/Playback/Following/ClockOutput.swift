import Clock
import MIDI
import MusicalTime
import Ports
import Sequencing

/// The MIDI clock that is sent: which ticks, Start, Continue, Stop and song position followers get, and at which frame.
/// Real-time: yes.
struct ClockOutput: BitwiseCopyable {
  /// Whether anything is sent.
  private(set) var sends: Bool
  /// Whether clock is sent while stopped too.
  private(set) var sendsWhileStopped: Bool
  /// The beat that Start or Continue was sent for before its clock came, or nothing.
  private(set) var announced: Beats?
  /// The frame on which it was sent.
  private(set) var announcedAt = Frame(index: 0)
  /// Whether the Start, Continue or Stop that was sent last set followers rolling.
  private(set) var followersRoll = false
  /// The first beat whose tick they count.
  private var joins = Beats.zero
  /// Continue is still to be sent, a pre-roll before that tick.
  private var continueIsDue = false

  @_noLocks init(_ settings: ClockSettings) {
    sends = settings.sends
    sendsWhileStopped = settings.sendsWhileStopped
  }

  /// Sends what `settings` say from now on.
  @_noLocks mutating func change(to settings: ClockSettings) {
    sends = settings.sends
    sendsWhileStopped = settings.sendsWhileStopped
  }

  /// Remembers what a message that was sent does to followers.
  @_noLocks mutating func didSend(_ message: ShortMessage) {
    switch message.status {
    case 0xFA, 0xFB: followersRoll = true
    case 0xFC: followersRoll = false
    default: break
    }
  }

  @_noLocks private func send(
    _ message: ShortMessage, at frame: Frame, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    if sends { scheduler.insert(message, at: frame, in: &block) }
  }

  /// Sends Stop where followers roll after all that is planned. Asked of what is sent, since taking back
  /// may have taken a Stop back as well.
  @_noLocks func stop(at frame: Frame, _ scheduler: inout Scheduler, in block: inout Block) {
    guard scheduler.letsFollowersRoll(before: followersRoll) else { return }
    send(.stop, at: frame, &scheduler, in: &block)
  }

  /// Sends Stop at the end of a song.
  @_noLocks func end(at frame: Frame, _ scheduler: inout Scheduler, in block: inout Block) {
    send(.stop, at: frame, &scheduler, in: &block)
  }

  /// No Continue is to be sent any more.
  @_noLocks mutating func cancelContinue() { continueIsDue = false }

  /// The beat that was announced has begun.
  @_noLocks mutating func forgetAnnouncement() { announced = nil }

  /// Start or Continue was sent for `beat` on `frame`, before its clock.
  @_noLocks mutating func hasAnnounced(_ beat: Beats, at frame: Frame) {
    announced = beat
    announcedAt = frame
  }

  /// Takes back a Start or Continue that was sent before its clock came.
  @_noLocks mutating func disarm(
    at frame: Frame, isRolling: Bool, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    if !isRolling, announced != nil { stop(at: frame, &scheduler, in: &block) }
    announced = nil
    continueIsDue = false
  }

  /// Sends what a change of the transport means to followers; the song goes on, or begins, at `beat`.
  @_noLocks mutating func announce(
    _ said: Transport.Announcement, from beat: Beats, _ scheduler: inout Scheduler,
    in block: inout Block
  ) {
    let now = scheduler.plannedThrough
    // Followers that roll ignore a song position and a Continue (MIDI 1.0).
    let needsRest = said.stop || said.songPosition >= 0 || said.start == .continue
    if needsRest { stop(at: now, &scheduler, in: &block) }
    if said.songPosition >= 0 {
      send(.songPosition(said.songPosition), at: now, &scheduler, in: &block)
    }
    announced = nil
    continueIsDue = false
    switch said.start {
    case .none: break
    case .start: send(.start, at: now, &scheduler, in: &block)
    case .continue where said.joins == beat: send(.continue, at: now, &scheduler, in: &block)
    case .continue: continueIsDue = true
    }
    if said.start != .none { joins = said.joins }
    // The next announcement may fall on this very frame, at another time by the driver's idea of it.
    scheduler.hold(at: now, in: block)
  }
}

// Ticks.
extension ClockOutput {
  /// Decides the ticks of the beats from `from` until `to`, and Continue where it is due.
  @_noLocks mutating func planClock(
    from: Beats, to: Beats, before end: Frame, on line: Timeline, _ scheduler: inout Scheduler,
    in block: inout Block
  ) {
    let now = scheduler.plannedThrough
    var tick = from.dividedRoundingUp(by: .clockTick)
    let first = joins.dividedRoundingUp(by: .clockTick)
    // Who does not roll yet has no use for these, unless it wants to know the tempo.
    if !sendsWhileStopped, tick < first { tick = first }
    while Beats.clockTick * tick < to {
      let due = line.frame(at: .clockTick * tick)
      join(before: due.advanced(by: 1), on: line, &scheduler, in: &block)
      send(.timingClock, at: due < now ? now : due, &scheduler, in: &block)
      tick &+= 1
    }
    join(before: end, on: line, &scheduler, in: &block)
  }

  /// Sends Continue, where it is due before `end`.
  @_noLocks private mutating func join(
    before end: Frame, on line: Timeline, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    guard continueIsDue else { return }
    let preRoll = Transport.preRollFrames(at: block.sampleRate)
    let due = line.frame(at: joins).advanced(by: 0 &- preRoll)
    guard due < end else { return }
    continueIsDue = false
    let now = scheduler.plannedThrough
    send(.continue, at: due < now ? now : due, &scheduler, in: &block)
  }

  /// Decides the ticks from `now` until `end` that are sent while stopped, where they are wanted.
  @_noLocks func planIdleClock(
    from now: Frame, through end: Frame, on line: Timeline, _ scheduler: inout Scheduler,
    in block: inout Block
  ) {
    // After Start the next tick is the downbeat, and none may come before it.
    guard sendsWhileStopped, now < end, announced == nil else { return }
    var tick = line.beat(at: now).dividedRoundingUp(by: .clockTick)
    while true {
      let due = line.frame(at: .clockTick * tick)
      tick &+= 1
      if due < now { continue }
      guard due < end else { return }
      send(.timingClock, at: due, &scheduler, in: &block)
    }
  }

  /// The frame to begin on so that the downbeat, `preRoll` frames later, is the next tick of a clock that
  /// is sent while stopped.
  @_noLocks static func idleTick(
    from frame: Frame, preRoll: Int64, on line: Timeline
  ) -> Frame {
    let earliest = frame.advanced(by: preRoll)
    let tick = line.beat(at: earliest).dividedRoundingUp(by: .clockTick)
    var downbeat = line.frame(at: .clockTick * tick)
    if downbeat < earliest { downbeat = line.frame(at: .clockTick * (tick &+ 1)) }
    return downbeat.advanced(by: 0 &- preRoll)
  }
}
