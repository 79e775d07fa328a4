import MIDI
import MusicalTime

/// What each message of the clock does, as the MIDI 1.0 specification says.
extension ClockFollower {
  @_noLocks mutating func takeStart(at time: HostTime) -> Event {
    let due = max(loop.moment(after: 1), time)
    position = .zero
    guard case .rolling = motion, case .locked = health.presence else {
      motion = .armed
      downbeat = nil
      coast = nil
      return .armed(from: .zero)
    }
    // The song was never away; only the next clock counts anew.
    downbeat = due
    return .rolls(from: .zero, at: due)
  }

  @_noLocks mutating func takeContinue() -> Event {
    guard case .stopped = motion else { return .none }
    motion = .armed
    return .armed(from: position)
  }

  @_noLocks mutating func takeStop() -> Event {
    switch motion {
    case .stopped: return .none
    case .armed: break
    // The next clock after Continue goes on where the last one left off.
    case .rolling: if downbeat == nil { position = position + .clockTick }
    }
    motion = .stopped
    downbeat = nil
    coast = nil
    return .stopped(at: position)
  }

  @_noLocks mutating func takePosition(_ sixteenths: Int64) -> Event {
    switch motion {
    case .rolling: return .none
    case .stopped:
      position = .sixteenth * sixteenths
      return .located(to: position)
    case .armed:
      position = .sixteenth * sixteenths
      return .armed(from: position)
    }
  }
}
