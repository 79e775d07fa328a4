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

  /// For a nominal length of `period`.
  @_noLocks init(period: HostTime.Interval) {
    beginnings = DelayLockedLoop(period: period, bandwidth: 0.5)
    hearings = beginnings
  }

  /// The measured period.
  var measuredPeriod: HostTime.Interval { @_noLocks get { hearings.measuredPeriod } }

  /// The time at which the next period began, and at which its first frame is heard.
  @_noLocks mutating func advance(_ reading: Reading) -> (began: HostTime, heard: HostTime) {
    if !reading.isRunning { reset() }
    let roomSince = HostTime.Interval(nanoseconds: 0 &- reading.late.nanoseconds)
    return (
      beginnings.advance(to: reading.now.advanced(by: roomSince)),
      hearings.advance(to: reading.now.advanced(by: reading.delay))
    )
  }

  /// Restarts the estimate, as after an xrun.
  @_noLocks mutating func reset() {
    beginnings.reset()
    hearings.reset()
  }
}
