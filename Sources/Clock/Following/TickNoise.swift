/// How much ticks shake about their line, told from how the line itself may be wrong. Real-time: yes.
struct TickNoise: BitwiseCopyable, Sendable {
  /// Standard deviation of the shaking, in nanoseconds.
  private(set) var deviation = 0.0
  /// How many ticks on end came clearly late, or clearly early.
  private(set) var run = 0
  /// By how much the last tick was late.
  private(set) var last = 0.0

  /// Means of an error times the one before it, and times itself.
  private var echo = 0.0
  private var power = 0.0

  @_noLocks init() {}

  /// Takes by how much a tick was late.
  @_noLocks mutating func take(_ error: Double, memory: Int, period: Double) {
    let isClear = error.magnitude > 50e3 + deviation / 2
    let isSameSide = (error < 0) == (last < 0)
    run = isClear ? (isSameSide ? run &+ 1 : 1) : 0
    // The first two ticks lie on their line by construction; a quarter of a tick is no shaking.
    if memory > 2, error.magnitude < period / 4 {
      // Neighbours differ by 2/√π deviations in the mean; a line that is wrong cancels out.
      let sample = (error - last).magnitude * 0.886_226_925_452_758
      deviation += (sample - deviation) / Double(min(memory &- 2, 32))
    }
    if error.magnitude < period / 2 { listen(to: error) }
    last = error
  }

  /// Whether ticks miss the line together and by so much, over the last beat or so, that they would
  /// be taken for their neighbours soon: then it moves more than they shake.
  ///
  /// Errors of a filter whose gain is right have nothing to do with one another (R. K. Mehra, "On the
  /// identification of variances and adaptive Kalman filtering" (1970)); but a USB link that beats
  /// slowly with the ticks looks so too, within a sixth of a tick at any tempo.
  @_noLocks func persists(period: Double) -> Bool {
    echo > 0.4 * power && power > period * period / 25
  }

  @_noLocks private mutating func listen(to error: Double) {
    echo += (error * last - echo) / 32
    power += (error * error - power) / 32
  }

  /// Forgets the side on which the last ticks came, as where a new line is laid.
  @_noLocks mutating func forget() {
    run = 0
    echo = 0
    power = 0
    last = 0
  }
}
