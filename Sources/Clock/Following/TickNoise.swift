/// Estimates the jitter of ticks separately from errors of the line itself. Real-time: yes.
struct TickNoise: BitwiseCopyable, Sendable {
  /// Standard deviation of the jitter, in nanoseconds.
  private(set) var deviation = 0.0
  /// The number of consecutive ticks that were clearly late, or clearly early.
  private(set) var run = 0
  /// The lateness of the last tick.
  private(set) var last = 0.0

  /// Averages of an error times the previous one, and of its square.
  private var echo = 0.0
  private var power = 0.0

  @_noLocks init() {}

  /// Adds the lateness of a tick.
  @_noLocks mutating func take(_ error: Double, memory: Int, period: Double) {
    let isClear = error.magnitude > 50e3 + deviation / 2
    let isSameSide = (error < 0) == (last < 0)
    run = isClear ? (isSameSide ? run &+ 1 : 1) : 0
    // The first two ticks are on their line by construction; a quarter of a tick is not jitter.
    if memory > 2, error.magnitude < period / 4 {
      // Neighbours differ by 2/√π deviations on average; an error of the line cancels out.
      let sample = (error - last).magnitude * 0.886_226_925_452_758
      deviation += (sample - deviation) / Double(min(memory &- 2, 32))
    }
    if error.magnitude < period / 2 { listen(to: error) }
    last = error
  }

  /// Whether ticks have deviated in the same direction over about the last beat, by so much that
  /// they would soon be taken for their neighbours: then the tempo is moving.
  ///
  /// The errors of a filter with the right gain are uncorrelated (R. K. Mehra, "On the
  /// identification of variances and adaptive Kalman filtering", 1970); but a USB connection whose
  /// frames beat slowly with the ticks also shows correlation, within a sixth of a tick at any
  /// tempo.
  @_noLocks func persists(period: Double) -> Bool {
    echo > 0.4 * power && power > period * period / 25
  }

  @_noLocks private mutating func listen(to error: Double) {
    echo += (error * last - echo) / 32
    power += (error * error - power) / 32
  }

  /// Forgets the sign of the last errors, as when a new line is started.
  @_noLocks mutating func forget() {
    run = 0
    echo = 0
    power = 0
    last = 0
  }
}
