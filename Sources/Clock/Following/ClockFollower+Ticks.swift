import MusicalTime

extension ClockFollower {
  /// Processes a clock message.
  @_noLocks mutating func takeClock(at time: HostTime) -> Event {
    let before = beat(at: time)
    let number = loop.counts.index
    waitsAt = nil
    if isSilent(at: time) {
      takeUp(at: time)
    } else if isDownbeat {
      loop.takeDownbeat(at: time)
    } else {
      switch loop.take(at: time) {
      case .none:
        count()
        return .none
      case .tick: break
      case .relock: health.relocks &+= 1
      }
    }
    let event = move(by: loop.counts.index &- number, at: time, before: before)
    count()
    measure()
    return event
  }

  /// Whether a clock at `time` is the first one, or the first after a loss.
  @_noLocks private func isSilent(at time: HostTime) -> Bool {
    switch health.presence {
    case .absent, .lost: true
    case .seeking, .locked: loop.silence(until: time) > loop.patience
    }
  }

  /// Whether the next clock is the one at which Start or Continue takes effect.
  private var isDownbeat: Bool {
    @_noLocks get {
      if case .armed = motion { return true }
      return downbeat != nil
    }
  }

  /// Nanoseconds within which a clock that returns is taken to have its tempo still: a cable was out.
  private static var shortSilence: Double { @_noLocks get { 2e9 } }

  /// Takes up the line after a silence: at the nearest tick, so that nothing slips that was kept up
  /// without it.
  @_noLocks private mutating func takeUp(at time: HostTime) {
    var ticks = loop.ticks(until: time)
    if let coast {
      ticks = Double(coast.beat(at: time).units &- position.units) / Beats.unitsPerTick
    }
    let index = loop.counts.index &+ max(wholeNumber(ticks), 0)
    if case .rolling = motion, loop.silence(until: time) < Self.shortSilence {
      loop.resume(at: time, index: index)
    } else {
      loop.begin(at: time, index: index)
    }
    meter.forget()
    if case .rolling = motion { mayHaveStopped = true }
    // After this long, a Start received while rolling begins like any other.
    guard downbeat != nil else { return }
    downbeat = nil
    position = entry
    motion = .armed
  }

  /// Moves the song by `ticks`, as far as it is moving.
  @_noLocks private mutating func move(by ticks: Int64, at time: HostTime, before: Beats) -> Event {
    coast = nil
    switch motion {
    case .stopped: return .tick
    case .armed:
      motion = .rolling
      keep(position, at: HostTime(nanoseconds: .min))
      return .rolls(from: position, at: loop.moment(after: 0))
    case .rolling: break
    }
    if let downbeat {
      position = entry
      keep(time < downbeat ? entry : before, at: time)
      self.downbeat = nil
    } else {
      position = position + .clockTick * ticks
      keep(before, at: time)
    }
    return .tick
  }

  /// Ensures that later beats are not before `beat`.
  @_noLocks mutating func keep(_ beat: Beats, at time: HostTime) {
    reached = beat
    reachedAt = time
  }

  @_noLocks private mutating func count() {
    health.ticks = loop.counts.taken
    health.ticksLost = loop.counts.lost
    health.ticksDropped = loop.counts.dropped
  }

  @_noLocks private mutating func measure() {
    health.presence = loop.counts.streak < 24 ? .seeking : .locked
    if loop.line.memory > 1 {
      health.tempo = Tempo(measuredMicrobpm: wholeNumber(2.5e15 / loop.line.period))
    }
    // The phase is the position of the line after the tick, so the tick came that much before it.
    let late = 0 - loop.line.phase
    health.phaseError = HostTime.Interval(nanoseconds: wholeNumber(late))
    // The first few ticks lie on a line fitted to themselves.
    guard loop.counts.streak > 6 else { return }
    meter.take(late)
    health.jitter = HostTime.Interval(nanoseconds: wholeNumber(meter.deviation))
    health.largestJitter = HostTime.Interval(nanoseconds: wholeNumber(meter.largest))
  }
}

extension Beats {
  /// A clock tick in units, as a floating-point number.
  static var unitsPerTick: Double { @_noLocks get { 120_120 } }
}
