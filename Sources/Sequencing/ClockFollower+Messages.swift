import MIDI
import MusicalTime

/// What each message of the clock does, as the MIDI 1.0 specification says.
extension ClockFollower {
  @_noLocks mutating func takeStart(at time: HostTime) -> Event {
    let due = max(loop.moment(after: 1), time)
    position = .zero
    guard case .rolling = motion, case .locked = health.presence else {
      arm(from: .zero)
      return .armed(from: .zero)
    }
    // The song was never away; only the next clock counts anew.
    forgetOldSong()
    downbeat = due
    return .rolls(from: .zero, at: due)
  }

  @_noLocks mutating func takeContinue() -> Event {
    switch motion {
    case .armed: return .none
    case .stopped: arm(from: position)
    case .rolling:
      // Ignored while rolling, but a master that has told its position was stopped.
      guard let told else { return .none }
      arm(from: told)
    }
    return .armed(from: position)
  }

  @_noLocks mutating func takeStop(at time: HostTime) -> Event {
    switch motion {
    case .stopped: return .none
    case .armed: break
    case .rolling: position = told ?? placeAfterStop(at: time)
    }
    motion = .stopped
    forgetOldSong()
    return .stopped(at: position)
  }

  /// The next clock after Continue goes on where the last one left off; a lost clock is taken to have
  /// gone on until Stop.
  @_noLocks private func placeAfterStop(at time: HostTime) -> Beats {
    guard downbeat == nil else { return position }
    let next = position + .clockTick
    guard case .lost = health.presence else { return next }
    return max(next, .clockTick * beat(at: time).dividedRoundingUp(by: .clockTick))
  }

  @_noLocks mutating func takePosition(_ sixteenths: Int64) -> Event {
    let beat = Beats.sixteenth * sixteenths
    switch motion {
    case .rolling:
      if mayHaveStopped { told = beat }
      return .none
    case .stopped:
      position = beat
      return .located(to: position)
    case .armed:
      position = beat
      return .armed(from: position)
    }
  }

  /// Forgets what was known, foreseen or doubted of the song so far.
  @_noLocks mutating func forgetOldSong() {
    downbeat = nil
    coast = nil
    mayHaveStopped = false
    told = nil
    waitsAt = nil
  }
}
