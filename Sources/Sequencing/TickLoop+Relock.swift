import MusicalTime

extension TickLoop {
  /// Whether the tempo has jumped: three intervals agree with one another and not with the line.
  var hasStepped: Bool {
    @_noLocks get { agree && !isOnGrid }
  }

  private var agree: Bool {
    @_noLocks get {
      guard intervals.areThree else { return false }
      let step = (intervals.mean - line.period).magnitude
      let agreement = step / 4 + min(4 * noise.deviation, step / 4)
      return step > 3 * noise.deviation + 100e3 && intervals.spread <= agreement
    }
  }

  /// Whether the intervals are whole ticks of the line, so that every second may just be lost.
  private var isOnGrid: Bool {
    @_noLocks get {
      let ticks = wholeNumber(intervals.mean / line.period)
      let residue = intervals.mean - Double(ticks) * line.period
      return ticks > 1 && residue.magnitude < line.period / 6
    }
  }

  /// Lays a new line through the last arrivals, each of which was the next tick.
  @_noLocks mutating func relock(at time: HostTime) {
    if agree {
      line = intervals.line
    } else {
      line = TickLine(period: intervals.third)
      line.memory = 2
    }
    resolveDoubt()
    scout = line
    origin = time
    owed = 0
    noise.forget()
  }

  /// The line was wrong: what missed it were ticks, each the next.
  @_noLocks mutating func resolveDoubt() {
    index &+= doubt.dropped &- doubt.missed
    taken &+= doubt.dropped
    dropped &-= doubt.dropped
    lost &-= doubt.missed
    doubt = TickDoubt()
  }
}
