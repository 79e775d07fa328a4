import Clock
import MIDI
import MusicalTime
import RealTime

/// What the transport's commands mean while somebody else's clock may lead. Real-time: yes.
extension EngineState {
  /// Whether a MIDI clock ticks that our song goes by.
  var isLedByTicks: Bool {
    @_noLocks get {
      guard case .midi = leader else { return false }
      if case .lost = follower.health.presence { return false }
      return true
    }
  }

  /// Begins at the top: at once, or with the next tick of the clock that leads.
  @_noLocks mutating func playOrArm() {
    guard isLedByTicks else { return begin() }
    armOwn(from: .zero)
  }

  /// Takes up where it rests: at once, or with the next tick of the clock that leads.
  @_noLocks mutating func continueOrArm() {
    guard isLedByTicks else { return resume() }
    if !transport.isRolling { armOwn(from: transport.restingPosition) }
  }

  /// Moves; a song that follows a clock goes on from there with its next tick.
  @_noLocks mutating func locateOrArm(to beat: Beats) {
    let wasRolling = transport.isRolling
    guard isLedByTicks, wasRolling else { return locate(to: beat) }
    haltAndStop()
    locate(to: beat)
    armOwn(from: transport.restingPosition)
  }

  /// Stops, whoever leads.
  @_noLocks mutating func haltAndStop() {
    disarm(at: plannedThrough)
    stop()
    follower.halt()
    follower.rest(at: transport.restingPosition)
  }

  /// Takes back a Start or Continue that was told to followers before its clock came.
  @_noLocks mutating func disarm(at frame: Frame) {
    if !transport.isRolling, joining.announced != nil,
      plan.letsFollowersRoll(before: followersRoll)
    {
      schedule(.stop, at: frame)
    }
    joining.announced = nil
    joining.isDue = false
  }

  @_noLocks private mutating func armOwn(from beat: Beats) {
    haltAndStop()
    follower.arm(from: beat)
    heed(.armed(from: beat), offset: 0)
  }

  /// Takes a tempo of our own; while a clock leads it is kept for later, and where the clock was lost
  /// it is gone on at.
  @_noLocks mutating func take(_ tempo: Tempo) -> Bool {
    if case .lost = follower.health.presence, case .rolling = follower.motion {
      transport.keepTempo(tempo)
      runAlone()
      return true
    }
    switch leader {
    case .midi: transport.keepTempo(tempo)
    case .jack where following.lastReport?.timebase != nil: transport.keepTempo(tempo)
    default: return transport.setTempo(tempo, at: plannedThrough, heardThrough: frame)
    }
    return true
  }

  /// Follows and sends as `settings` say from now on; false when it must be asked again.
  @_noLocks mutating func change(to settings: ClockSettings) -> Bool {
    if transport.isRolling, transport.history.isFull(at: frame) { return false }
    let before = choice.settings
    if before.sends, !settings.sends, plan.letsFollowersRoll(before: followersRoll) {
      schedule(.stop, at: plannedThrough)
    }
    let isOther = choice.change(to: settings) || before.followsTempo != settings.followsTempo
    if isOther {
      guard
        transport.bend(to: transport.tempo, at: plannedThrough, heardThrough: frame)
      else { return false }
      follower = ClockFollower()
      following = Following()
      // The port chosen before is heard until it is disconnected.
      if case .port = before.source {
        following.deafThrough = frame.advanced(by: sampleRate.frames(milliseconds: 50))
      }
    }
    let later = settings.offset.nanoseconds &- before.offset.nanoseconds
    if later != 0 {
      follower.shift(by: HostTime.Interval(nanoseconds: later))
      following.mustBend = true
    }
    if !before.sends, settings.sends, transport.isRolling { letFollowersJoin() }
    return true
  }

  /// Tells followers of a song that rolls already.
  @_noLocks mutating func letFollowersJoin() {
    let beat = transport.history.current.beat(at: plannedThrough)
    // Never on the beat at hand, which leaves no time.
    announce(transport.beginning(from: beat + Beats(units: 1)), from: beat)
  }
}
