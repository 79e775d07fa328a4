import MusicalTime

extension TickLoop {
  /// Processes a tick that is known to be the next: if it is off the line by more than a quarter of
  /// a tick, the line is moved to it, at the same tempo.
  @_noLocks mutating func takeDownbeat(at time: HostTime) {
    let elapsed = Double(origin.distance(to: time).nanoseconds)
    let interval = silence(until: time)
    lastArrival = time
    // Doubts about the previous song do not apply to this one.
    doubt = TickDoubt()
    doubtedStep = nil
    if (elapsed - line.next).magnitude <= line.period / 4 {
      intervals.append(interval)
      advance(by: 1, to: time, elapsed: elapsed)
      return
    }
    begin(at: time, index: counts.index &+ 1, after: counts.streak)
    line.memory = Self.scoutMemory
    scout = line
  }

  /// Processes an arrival at `time`, after a first tick.
  @_noLocks mutating func take(at time: HostTime) -> Verdict {
    let interval = silence(until: time)
    guard interval >= TickFilter.shortestPeriod else { return drop(after: interval) }
    lastArrival = time
    intervals.append(interval)
    let elapsed = Double(origin.distance(to: time).nanoseconds)
    takeBackStep(after: elapsed)
    let late = lateness(of: elapsed)
    // A period measured from few ticks may be wrong by a USB frame, so that half of it is not
    // significant.
    let isYoung = line.memory < Self.scoutMemory
    let limit = isYoung ? max(line.period / 2, 5.5e6) : line.period / 2
    // Off by half a tick after one that was clearly late: the tempo is moving, and each is the next
    // tick. But a whole tick more after one that was late just once is a tick lost.
    let clear = min(line.period / 4, 3 * noise.deviation + line.period / 16)
    let verdict: Verdict
    if late < 0 - limit, !isYoung, noise.last > 0 - clear || interval < 0.55 * line.period {
      verdict = drop(after: interval)
    } else {
      let isLost =
        late > limit && line.memory > 1 && (noise.last < clear || isOnGrid(elapsed))
      let ticks = isLost ? wholeNumber(late / line.period) &+ 1 : 1
      let isStep = isLost && owed == ticks &- 1 && !isYoung && intervals.lastTwoAgree
      advance(by: ticks, to: time, elapsed: elapsed)
      if isStep {
        step(at: time)
        return .relock
      }
      verdict = .tick
    }
    guard doubt.isGrave || (!isYoung && hasStepped) else { return verdict }
    relock(at: time)
    return .relock
  }

  /// How late an arrival is relative to its tick, by whichever line says less: when the tempo moves
  /// the scout adapts first, and no tick is lost.
  @_noLocks private func lateness(of elapsed: Double) -> Double {
    let byLine = elapsed - line.next
    let byScout = elapsed - scout.next
    return byScout.magnitude < byLine.magnitude ? byScout : byLine
  }

  /// Whether an arrival is where the line has a later tick than the next, to a sixth of a tick, and the
  /// last one alone was late.
  @_noLocks private func isOnGrid(_ elapsed: Double) -> Bool {
    let late = elapsed - line.next
    let ticks = wholeNumber(late / line.period)
    return noise.run < 2 && noise.last < 0.45 * line.period && ticks > 0
      && (late - Double(ticks) * line.period).magnitude < line.period / 6
  }

  @_noLocks private mutating func advance(by ticks: Int64, to time: HostTime, elapsed: Double) {
    origin = time
    owed = ticks &- 1
    counts.take(after: owed)
    let count = Double(ticks)
    let error = line.advance(by: count, elapsed: elapsed, longest: Self.memory)
    _ = scout.advance(by: count, elapsed: elapsed, longest: Self.scoutMemory)
    if owed > 0 {
      doubt.miss(owed, isOnGrid: error.magnitude < line.period / 6)
    } else if error.magnitude < line.period / 4 {
      doubt.settle()
    }
    noise.take(error, memory: line.memory, period: line.period)
    if line.memory > Self.scoutMemory, noise.run > 2,
      (line.next - scout.next).magnitude > 4 * noise.deviation + 100e3
    {
      line = scout
      resolveDoubt()
    } else if noise.persists(period: line.period) {
      line.memory = max(Self.scoutMemory, line.memory * 27 / 32)
    }
  }

  @_noLocks private mutating func drop(after interval: Double) -> Verdict {
    if owed > 0 {
      // A stalled connection delivers what it held back: these are the ticks that seemed lost.
      owed &-= 1
      counts.redeem()
      doubt.redeem()
      return .none
    }
    counts.drop()
    // A mere duplicate says nothing about the tempo.
    if interval >= 5e6 { doubt.drop() }
    return .none
  }
}
