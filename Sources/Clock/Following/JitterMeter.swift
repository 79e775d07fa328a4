/// How far ticks come from their line, as people ask for it. Real-time: yes.
struct JitterMeter: BitwiseCopyable, Sendable {
  /// The largest distance, in nanoseconds.
  private(set) var largest = 0.0
  private var meanSquare = 0.0
  private var count = 0

  @_noLocks init() {}

  /// Standard deviation over the last two beats or so, in nanoseconds.
  var deviation: Double { @_noLocks get { squareRoot(meanSquare) } }

  /// Takes a tick `error` nanoseconds from the line.
  @_noLocks mutating func take(_ error: Double) {
    count = min(count &+ 1, 48)
    meanSquare += (error * error - meanSquare) / Double(count)
    largest = max(largest, error.magnitude)
  }

  /// Forgets what was measured of another clock, but for the largest.
  @_noLocks mutating func forget() { count = 0 }

  @_noLocks mutating func restartMaximum() { largest = 0 }
}

/// The square root to twelve digits; `squareRoot()` is not known to take no locks.
@_noLocks private func squareRoot(_ square: Double) -> Double {
  guard square > 0 else { return 0 }
  // Half the exponent is within 7 %, and each of Heron's steps squares the error.
  var root = Double(bitPattern: square.bitPattern / 2 &+ 1_023 << 51)
  for _ in 0..<3 as Range<Int> { root = (root + square / root) / 2 }
  return root
}
