internal import MusicalTime

/// Finds out from a card's raw times when each of its periods began and when it is heard: both go on
/// by a period at each fill, however late or in what bursts the thread wakes. Real-time: yes.
struct PCMTimekeeper: BitwiseCopyable {
  /// What the card says as a period is to be filled.
  struct Reading: BitwiseCopyable {
    var now: HostTime
    /// For how long there has been room for the period already: what has room beyond it.
    var late: HostTime.Interval
    /// Until what is written now is heard.
    var delay: HostTime.Interval
    /// Before the card runs its pointers say nothing about the pace of time.
    var isRunning: Bool

    @_noLocks init(
      now: HostTime, late: HostTime.Interval, delay: HostTime.Interval, isRunning: Bool
    ) {
      (self.now, self.late, self.delay, self.isRunning) = (now, late, delay, isRunning)
    }
  }

  private var beginnings: DelayLockedLoop
  private var hearings: DelayLockedLoop

  /// For periods of `period`.
  @_noLocks init(period: HostTime.Interval) {
    beginnings = DelayLockedLoop(period: period, bandwidth: 0.5)
    hearings = beginnings
  }

  /// The period as it has been measured.
  var measuredPeriod: HostTime.Interval { @_noLocks get { hearings.measuredPeriod } }

  /// When the next period began, and when its first frame is heard.
  @_noLocks mutating func advance(_ reading: Reading) -> (began: HostTime, heard: HostTime) {
    if !reading.isRunning { reset() }
    let roomSince = HostTime.Interval(nanoseconds: 0 &- reading.late.nanoseconds)
    return (
      beginnings.advance(to: reading.now.advanced(by: roomSince)),
      hearings.advance(to: reading.now.advanced(by: reading.delay))
    )
  }

  /// Forgets what came before, as after an xrun.
  @_noLocks mutating func reset() {
    beginnings.reset()
    hearings.reset()
  }
}
