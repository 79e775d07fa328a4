/// How much ticks shake about their line, told from how the line itself may be wrong. Real-time: yes.
struct TickNoise: BitwiseCopyable, Sendable {
  /// Standard deviation of the shaking, in nanoseconds.
  private(set) var deviation = 0.0
  /// How many ticks on end came clearly late, or clearly early.
  private(set) var run = 0
  /// By how much the last tick was late.
  private(set) var last = 0.0

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
    last = error
  }

  /// Forgets the side on which the last ticks came, as where a new line is laid.
  @_noLocks mutating func forget() {
    run = 0
    last = 0
  }
}
