/// A straight line through the moments of even ticks, fitted as they come. Real-time: yes.
///
/// The loop of second order in F. Adriaensen, "Using a DLL to filter time" (2005), with gains that
/// fall as its memory grows: while every tick is remembered they give the line of least squares
/// (E. Brookner, "Tracking and Kalman Filtering Made Easy" (1998), expanding memory).
struct TickLine: BitwiseCopyable, Sendable {
  /// Nanoseconds from when the last tick came to where the line has it; negative when it was late.
  var phase = 0.0
  /// Nanoseconds from tick to tick.
  var period: Double
  /// How many ticks it is fitted to; the older fade.
  var memory = 1

  /// 999 bpm and 1 bpm as nanoseconds from tick to tick; what lies beyond is noise.
  static var shortestPeriod: Double { @_noLocks get { 60e9 / 24 / 999 } }
  static var longestPeriod: Double { @_noLocks get { 60e9 / 24 } }

  @_noLocks init(period: Double) { self.period = period }

  /// Where the line has the next tick, in nanoseconds after the last one came.
  var next: Double { @_noLocks get { phase + period } }

  /// Takes a tick, `ticks` after the last and `elapsed` nanoseconds later, and answers how much
  /// later than foreseen it came.
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
