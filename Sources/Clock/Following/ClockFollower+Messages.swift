import MIDI
import MusicalTime

/// The effect of each clock message, as in the MIDI 1.0 specification.
extension ClockFollower {
  @_noLocks mutating func takeStart(at time: HostTime) -> Event {
    goesOn = false
    switch motion {
    case .rolling where isLocked: return enter(.zero, at: time)
    case .stopped where runsThrough(at: time): return enter(.zero, at: time)
    default: break
    }
    arm(from: .zero, goesOn: false)
    return .armed(from: .zero)
  }

  @_noLocks mutating func takeContinue(at time: HostTime) -> Event {
    switch motion {
    case .armed: return .none
    case .stopped:
      if runsThrough(at: time) { return enter(position, at: time) }
      arm(from: position, goesOn: goesOn)
    case .rolling:
      // Ignored while rolling; but a master that sent a position must have been stopped, and so must one that continues
      // while no clock ticks.
      guard let place = told ?? placeAfterSilence else { return .none }
      arm(from: place, goesOn: told == nil)
    }
    return .armed(from: position)
  }

  /// Continues from `beat` with the next clock, whose time is predicted: the clock never stopped.
  @_noLocks private mutating func enter(_ beat: Beats, at time: HostTime) -> Event {
    let due = max(loop.moment(after: 1), time)
    if case .stopped = motion { keep(beat, at: HostTime(nanoseconds: .min)) }
    forgetOldSong()
    position = beat
    entry = beat
    downbeat = due
    motion = .rolling
    return .rolls(from: beat, at: due)
  }

  private var isLocked: Bool {
    @_noLocks get { if case .locked = health.presence { true } else { false } }
  }

  /// Whether clocks have neither arrived since Stop nor are overdue: the master only moves the
  /// song.
  @_noLocks private func runsThrough(at time: HostTime) -> Bool {
    guard isLocked, let stoppedAfter, stoppedAfter == loop.counts.index else { return false }
    return loop.ticks(until: time) < 1
  }

  @_noLocks mutating func takeStop(at time: HostTime) -> Event {
    switch motion {
    case .stopped: return .none
    case .armed: break
    case .rolling:
      position = told ?? placeAfterStop(at: time)
      goesOn = told == nil
      stoppedAfter = downbeat == nil ? loop.counts.index : stoppedAfter
    }
    motion = .stopped
    forgetOldSong()
    return .stopped(at: position)
  }

  /// The next clock after Continue continues after the last one; a lost clock is assumed to have
  /// run until Stop.
  @_noLocks private func placeAfterStop(at time: HostTime) -> Beats {
    guard downbeat == nil else { return entry }
    let next = position + .clockTick
    guard case .lost = health.presence else { return next }
    return max(next, .clockTick * beat(at: time).dividedRoundingUp(by: .clockTick))
  }

  /// Where a master that was lost while rolling, and has not ticked since, is taken to have stopped: after
  /// the last tick that was heard, however far the song has gone on without it. Nil unless it is lost.
  private var placeAfterSilence: Beats? {
    @_noLocks get {
      if case .lost = health.presence { position + .clockTick } else { nil }
    }
  }

  @_noLocks mutating func takePosition(_ sixteenths: Int64) -> Event {
    let beat = Beats.sixteenth * sixteenths
    switch motion {
    case .rolling:
      if mayHaveStopped { told = beat }
      return .none
    case .stopped:
      position = beat
      goesOn = false
      return .located(to: position)
    case .armed:
      position = beat
      goesOn = false
      return .armed(from: position)
    }
  }

  /// Resets everything known or predicted about the song so far.
  @_noLocks mutating func forgetOldSong() {
    downbeat = nil
    coast = nil
    mayHaveStopped = false
    told = nil
    waitsAt = nil
  }
}
