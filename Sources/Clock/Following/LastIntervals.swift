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
  /// Whether the last two intervals exist and agree within a twelfth.
  var lastTwoAgree: Bool {
    @_noLocks get { count > 1 && (third - second).magnitude < third / 12 }
  }
  var meanOfTwo: Double { @_noLocks get { (second + third) / 2 } }
  var mean: Double { @_noLocks get { (first + second + third) / 3 } }
  /// The difference between the longest and the shortest.
  var spread: Double {
    @_noLocks get { max(first, max(second, third)) - min(first, min(second, third)) }
  }

  /// The least-squares line through the four arrivals.
  var line: TickFilter {
    @_noLocks get {
      // Arrivals at 0, −c, −(c+b), −(c+b+a) with weights 3, 1, −1, −3 over 10 give the slope.
      var line = TickFilter(period: (3 * first + 4 * second + 3 * third) / 10)
      line.phase = 1.5 * line.period - (first + 2 * second + 3 * third) / 4
      line.memory = 4
      return line
    }
  }
}
