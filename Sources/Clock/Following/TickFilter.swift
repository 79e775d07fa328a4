/// A straight line through the times of evenly spaced ticks, fitted as they arrive. Real-time: yes.
///
/// A second-order delay-locked loop (F. Adriaensen, "Using a DLL to filter time", 2005) with gains
/// that fall as its memory grows: while all ticks are in memory they give the least-squares line
/// (E. Brookner, "Tracking and Kalman Filtering Made Easy", 1998, expanding memory).
struct TickFilter: BitwiseCopyable, Sendable {
  /// Nanoseconds from the last tick's arrival to its time on the line; negative when it was late.
  var phase = 0.0
  /// Nanoseconds per tick.
  var period: Double
  /// The number of ticks in memory; older ones fade.
  var memory = 1

  /// Nanoseconds per tick at 999 bpm and 1 bpm; anything beyond is noise.
  static var shortestPeriod: Double { @_noLocks get { 60e9 / 24 / 999 } }
  static var longestPeriod: Double { @_noLocks get { 60e9 / 24 } }

  @_noLocks init(period: Double) { self.period = period }

  /// The time of the next tick on the line, in nanoseconds after the last one arrived.
  var next: Double { @_noLocks get { phase + period } }

  /// Adds a tick, `ticks` after the last and `elapsed` nanoseconds later, and returns how much
  /// later than predicted it arrived.
  @_noLocks mutating func advance(by ticks: Double, elapsed: Double, longest: Int) -> Double {
    memory = min(memory &+ 1, longest)
    let error = elapsed - phase - period * ticks
    let count = Double(memory)
    let scale = error / (count * (count + 1))
    phase = scale * (4 * count - 2) - error
    period = min(max(period + scale * 6 / ticks, Self.shortestPeriod), Self.longestPeriod)
    return error
  }
}
