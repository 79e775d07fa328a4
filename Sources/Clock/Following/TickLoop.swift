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
  var index: Int64 = 0
  /// Arrivals that were ticks.
  var taken: Int64 = 0
  /// Ticks that must have been sent and never came.
  var lost: Int64 = 0
  /// Arrivals that were no ticks.
  var dropped: Int64 = 0
  /// Ticks taken since it began or took up again.
  var streak: Int64 = 0

  var line = TickLine(period: 60e9 / 24 / 120)
  var scout = TickLine(period: 60e9 / 24 / 120)
  var noise = TickNoise()
  var intervals = LastIntervals()
  var doubt = TickDoubt()
  /// When the last tick came.
  var origin = HostTime(nanoseconds: 0)
  /// When anything came last but for bursts.
  var lastArrival = HostTime(nanoseconds: 0)
  /// Ticks of the last gap that may yet come in a lump.
  var owed: Int64 = 0
  /// What was believed before two gaps of one length were taken for a slower tempo.
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
    @_noLocks get { line.memory < 2 ? TickLine.longestPeriod : max(250e6, 4 * line.period) }
  }

  /// Ticks after the last one by which the next must have come where the tempo is in doubt: there is
  /// but one tick to tell it by, or the last gap was ticks lost or a slower tempo. Else nil.
  var doubtfulAfter: Int64? {
    @_noLocks get {
      if line.memory < 2 { return 1 }
      return owed > 0 ? max(2 &- owed, 0) : nil
    }
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
    doubtedStep = nil
    taken &+= 1
    streak = 1
  }
}

/// The nearest whole number; `rounded()` is not known to take no locks.
@_noLocks func wholeNumber(_ value: Double) -> Int64 {
  Int64(value < 0 ? value - 0.5 : value + 0.5)
}
