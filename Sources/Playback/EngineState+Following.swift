import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// How far the engine has gone along with the clock that leads. Real-time: yes.
struct Following: BitwiseCopyable {
  /// The clock said something since the line was bent last.
  var mustBend = false
  /// The clock was lost, and the tempo is our own.
  var runsAlone = false
  /// Where the line meets the clock's, and must be bent again.
  var bentThrough = Frame(index: 0)
  /// The clock that is followed bears the host's time.
  var goesByHost = false
  /// Before this frame no clock is heard.
  var deafThrough = Frame(index: 0)
  /// Strokes before this beat are left out: the clock is past it.
  var quietBefore = Beats(units: .min)
  /// The beat at which the clock that led has stopped, the frame through which we played, and what of
  /// that lies past the beat.
  var stoppedAt = Beats.zero
  var stoppedThrough = Frame(index: .min)
  var playedPastStop = Beats.zero
  /// What JACK transport said last, and the frame it is to say next where it goes on.
  var lastReport: TransportReport?
  var nextReportFrame: Int64 = 0
  /// Which beat of ours a frame of JACK transport stands for, while it rolls and nobody else says so.
  var ownLine: Timeline?

  @_noLocks init() {}
}

extension EngineState {
  /// Hands a message that a device stamped to the clock's follower; true when it is for the hand
  /// instead. Real-time: yes.
  @_noLocks mutating func treat(_ arrived: TimedMessage) -> Bool {
    guard arrived.message.isClockOrTransport else { return !arrived.source.isClockInput }
    switch treatment(of: arrived.message, from: arrived.source) {
    case .direct: return true
    case .ignore: return false
    case .follow:
      goBy(hostTime: true)
      heed(arrived.message, at: arrived.time.advanced(by: choice.settings.offset), offset: 0)
      return false
    }
  }

  /// What is done with a clock or transport message.
  @_noLocks mutating func treatment(
    of message: ShortMessage, from source: MessageSource
  ) -> ClockChoice.Treatment {
    guard following.deafThrough <= frame else { return .ignore }
    return choice.treatment(of: message, from: source, health: follower.health)
  }

  /// Takes in what the block's clock and transport say, each on its frame.
  @_noLocks mutating func followClock() {
    while let next = ticking.nextOffset() {
      let offset = min(next, Int32(truncatingIfNeeded: time.frames &- 1))
      let moment = frame.advanced(by: Int64(offset))
      let message = ticking.removeFirst()
      bendToClock(through: moment)
      planAhead(through: moment)
      goBy(hostTime: false)
      heed(message, at: clockTime(of: moment).advanced(by: choice.settings.offset), offset: offset)
    }
    ticking.removeAll()
    lookForTicks()
    followJACKTransport()
    leader = choice.leader(
      health: follower.health, isRolling: transport.isRolling, report: time.transport)
  }

  /// Finds out whether the clock has fallen silent: by the time at which its ticks are stamped, not
  /// by when what is made now is heard.
  @_noLocks private mutating func lookForTicks() {
    let now = following.goesByHost ? time.began : sampleRate.time(of: frame)
    switch follower.look(at: now.advanced(by: choice.settings.offset)) {
    case .lost: clockWasLost()
    case .overdue: following.mustBend = true
    default: break
    }
  }

  /// The follower's time at `frame`: when it is heard, where the clock is stamped by the host's; else
  /// that of the frames themselves, which shake less.
  @_noLocks private func clockTime(of frame: Frame) -> HostTime {
    following.goesByHost ? heard(frame) : sampleRate.time(of: frame)
  }

  /// The frame that begins nearest to `moment` of the follower's time.
  @_noLocks private func frame(nearest moment: HostTime) -> Frame {
    guard following.goesByHost else { return sampleRate.frame(nearest: moment) }
    let since = time.heard.distance(to: moment).nanoseconds
    return frame.advanced(by: sampleRate.frame(nearest: HostTime(nanoseconds: since)).index)
  }

  /// Begins anew with a clock that is dated in another way than the one before.
  @_noLocks private mutating func goBy(hostTime: Bool) {
    guard following.goesByHost != hostTime else { return }
    following.goesByHost = hostTime
    let position = follower.position
    follower = ClockFollower()
    follower.rest(at: position)
  }

  @_noLocks private mutating func heed(
    _ message: ShortMessage, at time: HostTime, offset: Int32
  ) {
    if message.status == 0xF8 {
      following.runsAlone = false
      handOverOwnBeat(at: time)
    }
    heed(follower.take(message, at: time), offset: offset)
  }

  @_noLocks mutating func heed(_ event: ClockFollower.Event, offset: Int32) {
    switch event {
    case .none, .overdue, .lost: break
    case .tick:
      following.mustBend = true
      keepIdleTempo()
    case .armed(let beat): arm(from: beat, offset: offset)
    case .rolls(let beat, let moment):
      // The clock runs through a relocation: its next tick is known before it comes.
      if !transport.isRolling, joining.announced != beat { arm(from: beat, offset: offset) }
      roll(from: beat, at: self.frame(nearest: moment))
    case .stopped(let beat): stopWithClock(at: beat, offset: offset)
    case .located(let beat): if !transport.isRolling { locate(to: beat) }
    }
  }

  /// Lets the clock that leaves while stopped have the leading clock's tempo.
  @_noLocks private mutating func keepIdleTempo() {
    guard !transport.isRolling, choice.settings.sendsWhileStopped, follower.health.ticks > 1
    else { return }
    _ = transport.bend(
      to: follower.health.tempo, at: plannedThrough, heardThrough: frame)
  }

  /// Lets a clock that ticks without having said Start take over a song that rolls on its own.
  @_noLocks private mutating func handOverOwnBeat(at time: HostTime) {
    guard transport.isRolling, case .stopped = follower.motion,
      case .locked = follower.health.presence
    else { return }
    let beat = transport.position(at: self.frame(nearest: time))
    let half = Beats(units: 2_882_880 / 48)
    follower.arm(from: .clockTick * (beat + half).dividedRoundingDown(by: .clockTick))
  }

  /// Tells followers at once what the leading clock has told us: its own pre-roll becomes ours.
  @_noLocks private mutating func arm(from beat: Beats, offset: Int32) {
    guard !transport.isRolling else { return }
    takeBack(to: frame.advanced(by: Int64(offset)))
    if beat != transport.restingPosition { reading.origin = .zero }
    transport.rest(at: beat)
    announce(transport.beginning(from: beat), from: beat)
    joining.announced = beat
    joining.announcedAt = plannedThrough
  }

  /// Rolls from `beat`, which falls on `due`.
  @_noLocks private mutating func roll(from beat: Beats, at due: Frame) {
    following.mustBend = true
    var beat = beat
    let isAnnounced = joining.announced == beat
    // Start stays said, and the downbeat comes after it.
    let earliest = isAnnounced ? joining.announcedAt.advanced(by: 1) : frame
    if transport.isRolling {
      let ours = transport.position(at: due)
      let half = Beats(units: 2_882_880 / 48)
      // It was our own beat, handed over.
      if ours < beat + half, beat < ours + half { return }
      let line = transport.history.current
      // The tick that begins anew is no longer one of the old song, nor what falls on it.
      let tick = Beats.clockTick * (ours + half).dividedRoundingDown(by: .clockTick)
      let end = min(due, line.frame(at: tick))
      planAhead(through: end)
      takeBack(to: max(end, max(frame, earliest)))
      let played = line.beat(at: plannedThrough) - tick
      // Where the same music was played already, because it could not be taken back, it is gone on.
      if plannedThrough > due, played > .zero, repeats(tick, beat) { beat = beat + played }
    } else {
      takeBack(to: max(due, max(frame, earliest)))
      // Stop came so late that the same music was played from here on.
      if due < following.stoppedThrough, repeats(following.stoppedAt, beat) {
        beat = beat + following.playedPastStop
      }
    }
    // Continue goes on in a program that began elsewhere; Start and song position begin anew.
    let goesOn =
      !transport.isRolling && beat == transport.restingPosition && beat > Beats(units: 0)
    let said = transport.roll(
      from: beat, at: max(plannedThrough, due), tempo: knownTempo)
    land(at: beat, keepsOrigin: goesOn)
    if !isAnnounced { announce(said, from: beat) }
    joining.announced = nil
    following.bentThrough = plannedThrough
  }

  /// Whether the program plays the same at both beats.
  @_noLocks private func repeats(_ beat: Beats, _ other: Beats) -> Bool {
    let length = unsafe program.image.pointee.length
    let isLooped = unsafe program.image.pointee.loops
    return isLooped && (beat - other).units % length.units == 0
  }

  /// Stops where the clock that leads said so, every tick it gave played, and rests where it goes on.
  @_noLocks private mutating func stopWithClock(at beat: Beats, offset: Int32) {
    defer { transport.rest(at: beat) }
    following.stoppedThrough = Frame(index: .min)
    guard transport.isRolling else {
      return disarm(at: max(plannedThrough, frame.advanced(by: Int64(offset))))
    }
    let now = frame.advanced(by: max(Int64(offset), clockLead))
    var limit = now.advanced(by: 1)
    // The last tick has been given, though by our line it may be a little ahead.
    let line = transport.history.current
    let last = line.frame(at: beat - .clockTick).advanced(by: 1)
    if limit < last, last <= line.frame(at: line.beat(at: limit) + .clockTick) { limit = last }
    planAhead(through: limit)
    following.stoppedAt = beat
    following.stoppedThrough = limit
    following.playedPastStop = max(line.beat(at: limit) - beat, .zero)
    stop(before: limit, at: limit.advanced(by: -1), decidedThrough: limit)
  }

  @_noLocks private mutating func clockWasLost() {
    guard case .rolling = follower.motion else { return }
    switch choice.settings.lost {
    case .hold: break
    case .internal: runAlone()
    case .stop:
      haltAndStop()
      transport.rest(at: follower.position)
    }
  }

  /// Goes on at our own tempo where the clock was lost, until it ticks again.
  @_noLocks mutating func runAlone() {
    follower.run(at: transport.tempo, from: clockTime(of: frame))
    following.runsAlone = true
    following.mustBend = true
  }

  /// Bends the line where planning stands, so that it meets the clock's: never backwards, and never
  /// by a step.
  @_noLocks mutating func bendToClock(through end: Frame) {
    guard transport.isRolling, case .rolling = follower.motion,
      follower.health.ticks > 1 || follower.isWaiting, transport.beganAt <= plannedThrough,
      following.mustBend || following.bentThrough <= plannedThrough
    else { return }
    let from = plannedThrough
    let window = sampleRate.duration(frames: max(from.distance(to: end), 0))
    let beat = transport.history.current.beat(at: from)
    let now = clockTime(of: from)
    skipWhatIsMissed(from: beat, by: follower.lead(over: beat, at: now))
    let tempo = follower.tempo(from: beat, at: now, within: window)
    guard transport.bend(to: tempo, at: from, heardThrough: frame) else { return }
    following.mustBend = false
    // A tick lasts 2.5 s divided by the beats a minute.
    let tick = sampleRate.hertz &* 2_500_000 / max(follower.health.tempo.microbpm, 1)
    following.bentThrough = from.advanced(by: max(from.distance(to: end), tick))
  }

  /// Leaves out the strokes from `beat` to where the clock is met that is ahead by `lead`, where they
  /// would come in a burst. The ticks are sent: followers count them.
  @_noLocks private mutating func skipWhatIsMissed(from beat: Beats, by lead: Beats) {
    guard lead > .sixteenth else { return }
    // The clock goes on while we come up to it at the most that a tempo can be.
    let tempo = Int128(min(follower.health.tempo.microbpm, 900_000_000))
    let meanwhile = Int128(lead.units) * tempo / (1_000_000_000 - tempo)
    let met = beat + lead + Beats(units: Int64(truncatingIfNeeded: meanwhile))
    following.quietBefore = max(following.quietBefore, met)
  }

  /// The tempo of the clock as far as it is known, else our own.
  private var knownTempo: Tempo {
    @_noLocks get {
      guard follower.health.ticks > 1, !following.runsAlone else { return transport.tempo }
      return follower.health.tempo
    }
  }

  /// The tempo of whoever leads.
  var leadingTempo: Tempo {
    @_noLocks get {
      switch leader {
      case .internal: transport.tempo
      case .midi: knownTempo
      case .jack: following.lastReport?.timebase?.tempo ?? transport.tempo
      }
    }
  }
}
