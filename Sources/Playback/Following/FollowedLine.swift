import Clock
import MusicalTime
import Ports
import Sequencing

/// The beat that another program reports as a line, and what that asks of our transport. Real-time: yes.
struct FollowedLine: BitwiseCopyable {
  private var follower = LineFollower()
  /// The line was reported since it was bent to last, or the song moved.
  private var mustBend = false
  /// Before this frame the tempo is left alone.
  private var bentThrough = Frame(index: .min)
  /// The line was lost, and the tempo is our own.
  private var runsAlone = false

  @_noLocks init() {}

  /// What the transport is asked for.
  enum Action: BitwiseCopyable {
    case intent(TransportIntent)
    /// Go on at this tempo from where it is planned.
    case bend(Tempo)
  }

  /// How well the line is followed.
  var health: ClockHealth { @_noLocks get { follower.health } }
  /// Whether the line may lead: it may not where it was lost and our own tempo went on.
  var presence: ClockHealth.Presence {
    @_noLocks get { runsAlone ? .absent : follower.health.presence }
  }
  /// Whether there is a line to go by.
  var mayLead: Bool { @_noLocks get { follower.hasLine && !runsAlone } }
  /// Whether the song waits for its place in the bar.
  var isWaiting: Bool { @_noLocks get { follower.isWaiting } }
  /// The line's tempo; nil before the first report, and where it was lost and our own tempo goes on.
  var tempo: Tempo? { @_noLocks get { runsAlone ? nil : follower.line?.tempo } }

  /// Takes in a report; it is followed where it was chosen to lead.
  @_noLocks mutating func hear(
    _ line: BeatLine, _ settings: ClockSettings, isRolling: Bool, in block: borrowing Block
  ) -> TransportIntent? {
    // A time far from now is an error.
    let age = line.time.distance(to: block.time.began).nanoseconds
    guard case .link = settings.source, age.magnitude <= UInt64(BeatLine.reach) else { return nil }
    let event = follower.take(line, at: block.time.began)
    (mustBend, runsAlone) = (true, false)
    guard settings.followsTransport else { return nil }
    switch event {
    case .none: return nil
    case .begins:
      guard !isRolling, !follower.isWaiting else { return nil }
      guard settings.followsTempo else { return .play }
      follower.waitForSong()
      return nil
    case .stops: return isRolling || follower.isWaiting ? .stop : nil
    }
  }

  /// Lets the song begin at `beat` when the line has that beat's place in the bar.
  @_noLocks mutating func wait(for beat: Beats) { follower.wait(for: beat) }

  /// Waits no longer.
  @_noLocks mutating func halt() { follower.stopWaiting() }

  /// Goes by our own tempo, not by a line that was lost, until it is reported again.
  @_noLocks mutating func giveUp() {
    (runsAlone, mustBend) = (true, true)
    follower.stopWaiting()
  }

  /// The line was bent at `frame`.
  @_noLocks mutating func hasBent(at frame: Frame, in block: borrowing Block) {
    mustBend = false
    bentThrough = frame.advanced(by: block.sampleRate.frames(milliseconds: 20))
  }

  /// Finds out what the block asks for, where the line leads; the program that plays begins at `origin`.
  @_noLocks mutating func follow(
    _ settings: ClockSettings, _ transport: borrowing TransportControl, origin: Beats,
    _ scheduler: borrowing Scheduler, in block: borrowing Block
  ) -> Action? {
    guard case .link = settings.source, !block.time.isFreewheeling else { return nil }
    _ = follower.look(at: block.time.began)
    if let intent = heedLoss(settings, transport, scheduler, in: block) { return .intent(intent) }
    guard settings.followsTempo, follower.hasLine else { return nil }
    // What was held is given up for our own tempo once.
    if runsAlone { return transport.isRolling && mustBend ? .bend(transport.tempo) : nil }
    let planned = max(scheduler.plannedThrough, block.frame)
    guard transport.isRolling else { return begin(from: planned, settings, scheduler, in: block) }
    follower.stopWaiting()
    guard transport.state.beganAt <= planned, mustBend || bentThrough <= planned else { return nil }
    let beat = transport.line.beat(at: planned)
    let now = lineTime(of: planned, settings, in: block)
    if let tempo = follower.tempo(from: beat, at: now) {
      // Nothing to change: look again as soon as anything can have changed.
      guard tempo == transport.line.tempo else { return .bend(tempo) }
      hasBent(at: planned, in: block)
      return nil
    }
    return jump(from: beat, origin: origin, at: planned, settings, in: block)
  }

  /// Does what `settings` say of a line that was lost, once it was, and once they say so; returns what the transport
  /// is to do then. A song that waits for its place in the bar begins without it.
  @_noLocks mutating func heedLoss(
    _ settings: ClockSettings, _ transport: borrowing TransportControl,
    _ scheduler: borrowing Scheduler, in block: borrowing Block
  ) -> TransportIntent? {
    guard !runsAlone, !follower.isHeard, follower.hasLine else { return nil }
    let (intent, awaited) = (wasLost(settings, transport), follower.awaited)
    goAlone(settings, transport)
    if let intent { return intent }
    guard runsAlone, !transport.isRolling, let awaited else { return nil }
    let planned = max(scheduler.plannedThrough, block.frame)
    let due = planned.advanced(by: block.sampleRate.frames(milliseconds: 5))
    return .roll(from: awaited, due: due, at: 0, goesOn: false)
  }

  @_noLocks private mutating func wasLost(
    _ settings: ClockSettings, _ transport: borrowing TransportControl
  ) -> TransportIntent? {
    guard case .stop = settings.lost, transport.isRolling || isWaiting else { return nil }
    return .stop
  }

  /// Gives up a line that was lost, at once or when the song that held it has stopped.
  @_noLocks private mutating func goAlone(
    _ settings: ClockSettings, _ transport: borrowing TransportControl
  ) {
    if case .hold = settings.lost, transport.isRolling || isWaiting { return }
    giveUp()
  }

  /// Begins the song that waits once its beginning comes within what is planned next.
  @_noLocks private mutating func begin(
    from planned: Frame, _ settings: ClockSettings, _ scheduler: borrowing Scheduler,
    in block: borrowing Block
  ) -> Action? {
    // Start leaves a pre-roll before the first clock.
    let preRoll = block.sampleRate.frames(milliseconds: 5)
    let earliest = planned.advanced(by: preRoll)
    let reach = block.end.advanced(by: scheduler.horizon &+ 2 &* preRoll)
    let now = lineTime(of: earliest, settings, in: block)
    guard let (beat, time) = follower.beginning(from: now) else { return nil }
    let due = earliest.advanced(by: block.sampleRate.frames(in: now.distance(to: time)))
    guard due < max(reach, earliest.advanced(by: preRoll)) else { return nil }
    follower.stopWaiting()
    (mustBend, bentThrough) = (true, due)
    return .intent(.roll(from: beat, due: due, at: 0, goesOn: false))
  }

  /// Goes on at the nearest beat that has the line's place in the bar, but not before the program's beginning
  /// at `origin`.
  @_noLocks private mutating func jump(
    from beat: Beats, origin: Beats, at planned: Frame, _ settings: ClockSettings,
    in block: borrowing Block
  ) -> Action? {
    guard let line = follower.line else { return nil }
    follower.hasJumped()
    let due = planned.advanced(by: block.sampleRate.frames(milliseconds: 5))
    let ours =
      beat + line.beat(at: lineTime(of: due, settings, in: block))
      - line.beat(at: lineTime(of: planned, settings, in: block))
    let lead = line.lead(over: ours, at: lineTime(of: due, settings, in: block))
    (mustBend, bentThrough) = (true, due)
    var goal = ours + lead
    if goal < max(origin, .zero) { goal = goal + line.bar }
    return .intent(.roll(from: goal, due: due, at: 0, goesOn: true))
  }

  /// The line's time of what is heard at `frame`.
  @_noLocks private func lineTime(
    of frame: Frame, _ settings: ClockSettings, in block: borrowing Block
  ) -> HostTime {
    block.heard(frame).advanced(
      by: HostTime.Interval(nanoseconds: 0 &- settings.offset.nanoseconds))
  }
}
