import MusicalTime

/// Finds the even ticks behind those that come early, late, twice or not at all. Real-time: yes.
///
/// One line of long memory is what is believed; a scout of short memory runs beside it and takes
/// its place when both disagree by more than the ticks' own noise explains.
struct TickLoop: BitwiseCopyable, Sendable {
  /// What an arrival was.
  enum Verdict: BitwiseCopyable, Sendable {
    /// A tick of the line.
    case tick
    /// A tick after which a new line was laid: tempo or phase had jumped.
    case relock
    /// None, or one that came so late that its place was given away.
    case none
  }

  /// The number of the last tick; lost ones count.
  private(set) var index: Int64 = 0
  /// How much later than foreseen the last tick came, in nanoseconds.
  private(set) var error = 0.0
  /// Arrivals that were ticks.
  private(set) var taken: Int64 = 0
  /// Ticks that must have been sent and never came.
  private(set) var lost: Int64 = 0
  /// Arrivals that were no ticks.
  private(set) var dropped: Int64 = 0
  /// Ticks taken since it began or took up again.
  private(set) var streak: Int64 = 0

  private(set) var line = TickLine(period: 60e9 / 24 / 120)
  private var scout = TickLine(period: 60e9 / 24 / 120)
  private var noise = TickNoise()
  private var intervals = LastIntervals()
  private var doubt = TickDoubt()
  /// When the last tick came.
  private var origin = HostTime(nanoseconds: 0)
  /// When anything came last but for bursts.
  private var lastArrival = HostTime(nanoseconds: 0)
  /// Ticks of the last gap that may yet come in a lump.
  private var owed: Int64 = 0

  @_noLocks init() {}

  /// 999 bpm and 1 bpm as nanoseconds from tick to tick; what lies beyond is noise.
  static var shortestPeriod: Double { @_noLocks get { 60e9 / 24 / 999 } }
  static var longestPeriod: Double { @_noLocks get { 60e9 / 24 } }
  private static var memory: Int { @_noLocks get { 128 } }
  private static var scoutMemory: Int { @_noLocks get { 6 } }

  /// Nanoseconds from the last arrival to `time`.
  @_noLocks func silence(until time: HostTime) -> Double {
    Double(lastArrival.distance(to: time).nanoseconds)
  }

  /// Nanoseconds without a tick after which the clock is lost: a quarter of a second or four ticks.
  var patience: Double {
    @_noLocks get { line.memory < 2 ? Self.longestPeriod : max(250e6, 4 * line.period) }
  }

  /// Ticks from the last to `time` by the line; negative before it.
  @_noLocks func ticks(until time: HostTime) -> Double {
    (Double(origin.distance(to: time).nanoseconds) - line.phase) / line.period
  }

  /// Where the line has the tick `ticks` after the last one.
  @_noLocks func moment(after ticks: Double) -> HostTime {
    origin.advanced(
      by: HostTime.Interval(nanoseconds: wholeNumber(line.phase + ticks * line.period)))
  }

  /// Begins with a tick that has `index`; the period is found anew, and until then is the last one.
  @_noLocks mutating func begin(at time: HostTime, index: Int64) {
    self.index = index
    line = TickLine(period: line.period)
    scout = line
    origin = time
    lastArrival = time
    intervals.removeAll()
    doubt = TickDoubt()
    noise.forget()
    owed = 0
    error = 0
    taken &+= 1
    streak = 1
  }

  /// Takes a tick that is the next whenever it comes: one off the line by more than a quarter of a
  /// tick has the line laid through it, at the same tempo.
  @_noLocks mutating func takeDownbeat(at time: HostTime) {
    let elapsed = Double(origin.distance(to: time).nanoseconds)
    let interval = silence(until: time)
    lastArrival = time
    if (elapsed - line.next).magnitude <= line.period / 4 {
      intervals.append(interval)
      advance(by: 1, to: time, elapsed: elapsed)
      return
    }
    let count = streak
    begin(at: time, index: index &+ 1)
    streak = count &+ 1
    line.memory = Self.scoutMemory
    scout = line
  }

  /// Takes what came at `time`, after a tick that it began with.
  @_noLocks mutating func take(at time: HostTime) -> Verdict {
    let interval = silence(until: time)
    guard interval >= Self.shortestPeriod else { return drop(after: interval) }
    lastArrival = time
    intervals.append(interval)
    let elapsed = Double(origin.distance(to: time).nanoseconds)
    let late = lateness(of: elapsed)
    // A period found from few ticks may be false by a USB frame, so that half of it says nothing.
    let isYoung = line.memory < Self.scoutMemory
    let limit = isYoung ? max(line.period / 2, 5.5e6) : line.period / 2
    // Off by half a tick after one that was clearly off: the tempo moves, and each is the next tick.
    let clear = min(line.period / 4, 3 * noise.deviation + line.period / 16)
    let verdict: Verdict
    if late < 0 - limit, !isYoung, noise.last > 0 - clear || interval < 0.55 * line.period {
      verdict = drop(after: interval)
    } else {
      let isLost = late > limit && line.memory > 1 && noise.last < clear
      advance(
        by: isLost ? wholeNumber(late / line.period) &+ 1 : 1, to: time, elapsed: elapsed)
      verdict = .tick
    }
    guard doubt.isGrave || (!isYoung && hasStepped) else { return verdict }
    relock(at: time)
    return .relock
  }

  /// How much later than its tick an arrival is, by whichever line says less: where the tempo moves
  /// the scout knows first, and no tick is lost for that.
  @_noLocks private func lateness(of elapsed: Double) -> Double {
    let byLine = elapsed - line.next
    let byScout = elapsed - scout.next
    return byScout.magnitude < byLine.magnitude ? byScout : byLine
  }

  @_noLocks private mutating func advance(by ticks: Int64, to time: HostTime, elapsed: Double) {
    index &+= ticks
    taken &+= 1
    streak &+= 1
    origin = time
    owed = ticks &- 1
    lost &+= owed
    let count = Double(ticks)
    error = line.advance(by: count, elapsed: elapsed, longest: Self.memory)
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
    }
  }

  @_noLocks private mutating func drop(after interval: Double) -> Verdict {
    if owed > 0 {
      // A stalled link delivers what it held back: these are the ticks that seemed lost.
      owed &-= 1
      lost &-= 1
      taken &+= 1
      doubt.redeem()
      return .none
    }
    dropped &+= 1
    // A mere duplicate says nothing of the tempo.
    if interval >= 5e6 { doubt.drop() }
    return .none
  }

  /// Whether three intervals agree with one another and not with the line.
  private var hasStepped: Bool {
    @_noLocks get {
      guard intervals.areThree else { return false }
      let step = (intervals.mean - line.period).magnitude
      let agreement = step / 4 + min(4 * noise.deviation, step / 4)
      return step > 3 * noise.deviation + 100e3 && intervals.spread <= agreement
    }
  }

  /// Lays a new line through the last arrivals; of those that were in doubt each was a tick.
  @_noLocks private mutating func relock(at time: HostTime) {
    let isGrave = doubt.isGrave
    resolveDoubt()
    if intervals.areThree, !isGrave {
      line = intervals.line
    } else {
      line = TickLine(period: intervals.third)
      line.memory = 2
    }
    scout = line
    origin = time
    error = 0
    owed = 0
    noise.forget()
  }

  /// The line was wrong: what missed it were ticks, each the next.
  @_noLocks private mutating func resolveDoubt() {
    index &+= doubt.dropped &- doubt.missed
    taken &+= doubt.dropped
    dropped &-= doubt.dropped
    lost &-= doubt.missed
    doubt = TickDoubt()
  }
}

/// The nearest whole number; `rounded()` is not known to take no locks.
@_noLocks func wholeNumber(_ value: Double) -> Int64 {
  Int64(value < 0 ? value - 0.5 : value + 0.5)
}
