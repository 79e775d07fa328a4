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
    period += scale * 6 / ticks
    return error
  }
}

/// The last three intervals between arrivals, in nanoseconds. Real-time: yes.
struct LastIntervals: BitwiseCopyable, Sendable {
  private var first = 0.0
  private var second = 0.0
  /// The newest.
  private(set) var third = 0.0
  private var count = 0

  @_noLocks init() {}

  @_noLocks mutating func append(_ interval: Double) {
    first = second
    second = third
    third = interval
    count = min(count &+ 1, 3)
  }

  @_noLocks mutating func removeAll() { count = 0 }

  var areThree: Bool { @_noLocks get { count == 3 } }
  var mean: Double { @_noLocks get { (first + second + third) / 3 } }
  /// How far the longest and the shortest lie apart.
  var spread: Double {
    @_noLocks get { max(first, max(second, third)) - min(first, min(second, third)) }
  }

  /// The line of least squares through the four arrivals.
  var line: TickLine {
    @_noLocks get {
      // Arrivals at 0, −c, −(c+b), −(c+b+a) with weights 3, 1, −1, −3 over 10 give the slope.
      var line = TickLine(period: (3 * first + 4 * second + 3 * third) / 10)
      line.phase = 1.5 * line.period - (first + 2 * second + 3 * third) / 4
      line.memory = 4
      return line
    }
  }
}
