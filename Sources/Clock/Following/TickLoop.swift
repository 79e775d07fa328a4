import MusicalTime

/// Finds the evenly spaced ticks among arrivals that are early, late, doubled or missing.
/// Real-time: yes.
///
/// A line with a long memory gives the result; a scout line with a short memory runs in parallel
/// and replaces it if both disagree by more than the noise of the ticks explains.
struct TickLoop: BitwiseCopyable, Sendable {
  /// The classification of an arrival.
  enum Verdict: BitwiseCopyable, Sendable {
    /// A tick of the line.
    case tick
    /// A tick after which a new line was started: tempo or phase had jumped.
    case relock
    /// Not a tick, or one so late that it was already counted as lost.
    case none
  }

  var counts = TickCounts()

  var line = TickFilter(period: 60e9 / 24 / 120)
  var scout = TickFilter(period: 60e9 / 24 / 120)
  var noise = TickNoise()
  var intervals = LastIntervals()
  var doubt = TickDoubt()
  /// The arrival of the last tick.
  var origin = HostTime(nanoseconds: 0)
  /// The last arrival of any kind, except bursts.
  var lastArrival = HostTime(nanoseconds: 0)
  /// Ticks of the last gap that may still arrive in a burst.
  var owed: Int64 = 0
  /// The state before two equal gaps were interpreted as a slower tempo.
  var doubtedStep: DoubtedStep?

  @_noLocks init() {}

  static var memory: Int { @_noLocks get { 128 } }
  static var scoutMemory: Int { @_noLocks get { 6 } }

  /// Nanoseconds from the last arrival to `time`.
  @_noLocks func silence(until time: HostTime) -> Double {
    Double(lastArrival.distance(to: time).nanoseconds)
  }

  /// Nanoseconds without a tick after which the clock is lost: a quarter of a second or four ticks.
  var patience: Double {
    @_noLocks get { line.memory < 2 ? TickFilter.longestPeriod : max(250e6, 4 * line.period) }
  }

  /// Ticks after the last one by which the next must have come where the tempo is in doubt: there is
  /// but one tick to tell it by, or the last gap was ticks lost or a slower tempo. Else nil.
  ///
  /// So a tempo that falls to a half is played up to 1.5 of its ticks early (62 ms from 120 to 60 bpm),
  /// one that falls to a third up to two (125 ms from 120 to 40), once. No follower does better that
  /// plays on through lost ticks: until the second gap of one length both look the same, and one that
  /// waited for the first overdue tick would falter at every tick lost and at every stalled link.
  var doubtfulAfter: Int64? {
    @_noLocks get {
      if line.memory < 2 { return 1 }
      return owed > 0 ? max(2 &- owed, 0) : nil
    }
  }

  /// Ticks from the last one to `time` on the line; negative before it.
  @_noLocks func ticks(until time: HostTime) -> Double {
    (Double(origin.distance(to: time).nanoseconds) - line.phase) / line.period
  }

  /// The time on the line of the tick `ticks` after the last one.
  @_noLocks func moment(after ticks: Double) -> HostTime {
    origin.advanced(
      by: HostTime.Interval(nanoseconds: wholeNumber(line.phase + ticks * line.period)))
  }

  /// Starts with a tick number `index`; the period is measured again, and is the last one until
  /// then. A streak of ticks may go on.
  @_noLocks mutating func begin(at time: HostTime, index: Int64, after streak: Int64 = 0) {
    counts.begin(at: index, after: streak)
    line = TickFilter(period: line.period)
    scout = line
    origin = time
    lastArrival = time
    intervals.removeAll()
    doubt = TickDoubt()
    noise.forget()
    owed = 0
    doubtedStep = nil
  }

  /// Begins likewise with the period still known, so that a tick lost soon after is not taken for
  /// another tempo.
  @_noLocks mutating func resume(at time: HostTime, index: Int64) {
    let memory = line.memory
    begin(at: time, index: index)
    line.memory = min(memory, Self.scoutMemory)
    scout = line
  }
}

/// The nearest whole number; `rounded()` is not marked `@_noLocks`.
@_noLocks func wholeNumber(_ value: Double) -> Int64 {
  Int64(value < 0 ? value - 0.5 : value + 0.5)
}
