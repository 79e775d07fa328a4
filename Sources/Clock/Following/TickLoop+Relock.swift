import MusicalTime

extension TickLoop {
  /// Whether the tempo has jumped: three intervals agree with each other but not with the line.
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

  /// Starts a new line through the last arrivals, each of which was the next tick.
  @_noLocks mutating func relock(at time: HostTime) {
    if agree {
      line = intervals.line
    } else {
      line = TickFilter(period: intervals.third)
      line.memory = 2
    }
    resolveDoubt()
    scout = line
    origin = time
    owed = 0
    noise.forget()
  }

  /// Handles two gaps of equal length, each of the same number of ticks: random losses are not so
  /// regular, so the tempo has dropped to a half or a third.
  @_noLocks mutating func step(at time: HostTime) {
    doubtedStep = DoubtedStep(
      line: line, scout: scout, noise: noise, missed: doubt.missed, ticks: owed &+ 1)
    line = TickFilter(period: intervals.meanOfTwo)
    line.memory = Self.scoutMemory
    resolveDoubt()
    scout = line
    origin = time
    owed = 0
    noise.forget()
  }

  /// If the old tempo continues, `elapsed` after the last tick, ticks were lost regularly after
  /// all.
  @_noLocks mutating func takeBackStep(after elapsed: Double) {
    // Duplicates prove nothing.
    guard var old = doubtedStep, elapsed > old.line.period / 2 else { return }
    doubtedStep = nil
    // Counted by the old line, not from the last tick, which may have been late itself.
    let place = (elapsed - old.line.phase) / old.line.period
    let ticks = wholeNumber(place)
    if ticks % old.ticks != 0, (place - Double(ticks)).magnitude < 1 / 3 {
      line = old.line
      scout = old.scout
      noise = old.noise
      counts.miss(old.missed)
    } else if old.isYoung {
      old.advance(by: max(ticks, old.ticks), elapsed: elapsed)
      doubtedStep = old
    }
  }

  /// The line was wrong: the arrivals that missed it were ticks, each the next one.
  @_noLocks mutating func resolveDoubt() {
    counts.correct(by: doubt)
    doubt = TickDoubt()
  }
}

/// A line that was replaced by a slower one, and the ticks it had counted as lost. Real-time: yes.
struct DoubtedStep: BitwiseCopyable, Sendable {
  var line: TickFilter
  var scout: TickFilter
  let noise: TickNoise
  var missed: Int64
  /// How many of its ticks make one of the slower line's.
  let ticks: Int64
  private var age = 0

  @_noLocks init(line: TickFilter, scout: TickFilter, noise: TickNoise, missed: Int64, ticks: Int64)
  {
    self.line = line
    self.scout = scout
    self.noise = noise
    self.missed = missed
    self.ticks = ticks
  }

  /// Whether the slower line may still be wrong.
  var isYoung: Bool { @_noLocks get { age < 6 } }

  /// Goes on by a tick of the slower line, which is `ticks` of its own.
  @_noLocks mutating func advance(by ticks: Int64, elapsed: Double) {
    _ = line.advance(by: Double(ticks), elapsed: elapsed, longest: TickLoop.memory)
    _ = scout.advance(by: Double(ticks), elapsed: elapsed, longest: TickLoop.scoutMemory)
    missed &+= ticks &- 1
    age &+= 1
  }
}
