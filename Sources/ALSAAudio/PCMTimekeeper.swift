internal import MusicalTime

/// Estimates when each period of a card begins and when it is heard, from the card's raw times:
/// both advance by one period per fill, however late or irregularly the thread wakes. Real-time:
/// yes.
struct PCMTimekeeper: BitwiseCopyable {
  /// The card's values when a period is filled.
  struct Reading: BitwiseCopyable {
    var now: HostTime
    /// How long there has been space for the period: the free space beyond it.
    var late: HostTime.Interval
    /// Until a frame written now is heard.
    var delay: HostTime.Interval
    /// While the card is not running, its pointers do not advance.
    var isRunning: Bool

    @_noLocks init(
      now: HostTime, late: HostTime.Interval, delay: HostTime.Interval, isRunning: Bool
    ) {
      (self.now, self.late, self.delay, self.isRunning) = (now, late, delay, isRunning)
    }
  }

  private var beginnings: DelayLockedLoop
  private var hearings: DelayLockedLoop
  /// When what follows the last period is heard if nothing is lost; nil before the first.
  private var next: HostTime?
  /// Whether the card has stopped since then.
  private var hasStopped = false

  /// For a nominal length of `period`.
  @_noLocks init(period: HostTime.Interval) {
    beginnings = DelayLockedLoop(period: period, bandwidth: 0.5)
    hearings = beginnings
  }

  /// The measured period.
  var measuredPeriod: HostTime.Interval { @_noLocks get { hearings.measuredPeriod } }

  /// The time at which the next period began, at which its first frame is heard, and how much sound the
  /// card left out before it.
  @_noLocks mutating func advance(
    _ reading: Reading
  ) -> (began: HostTime, heard: HostTime, lost: HostTime.Interval) {
    if !reading.isRunning { restart() }
    let roomSince = HostTime.Interval(nanoseconds: 0 &- reading.late.nanoseconds)
    let began = beginnings.advance(to: reading.now.advanced(by: roomSince))
    let heard = hearings.advance(to: reading.now.advanced(by: reading.delay))
    var lost: Int64 = 0
    if hasStopped, let next { lost = max(next.distance(to: heard).nanoseconds, 0) }
    hasStopped = false
    next = heard.advanced(by: hearings.measuredPeriod)
    return (began, heard, HostTime.Interval(nanoseconds: lost))
  }

  /// Restarts the estimate after an xrun: the card has stopped, and is heard again after a gap.
  @_noLocks mutating func reset() {
    hasStopped = true
    restart()
  }

  @_noLocks private mutating func restart() {
    beginnings.reset()
    hearings.reset()
  }
}
