/// Measures the deviations of ticks from their line. Real-time: yes.
struct JitterMeter: BitwiseCopyable, Sendable {
  /// The largest distance, in nanoseconds.
  private(set) var largest = 0.0
  private var meanSquare = 0.0
  private var count = 0

  @_noLocks init() {}

  /// Standard deviation over about the last two beats, in nanoseconds.
  var deviation: Double { @_noLocks get { squareRoot(meanSquare) } }

  /// Adds a tick that deviates by `error` nanoseconds from the line.
  @_noLocks mutating func take(_ error: Double) {
    count = min(count &+ 1, 48)
    meanSquare += (error * error - meanSquare) / Double(count)
    largest = max(largest, error.magnitude)
  }

  /// Resets all but the maximum, when another clock is measured.
  @_noLocks mutating func forget() { (count, meanSquare) = (0, 0) }
}

/// The square root to twelve digits; `squareRoot()` is not marked `@_noLocks`.
@_noLocks private func squareRoot(_ square: Double) -> Double {
  guard square > 0 else { return 0 }
  // Halving the exponent is within 7 %, and each of Heron's steps squares the relative error.
  var root = Double(bitPattern: square.bitPattern / 2 &+ 1_023 << 51)
  for _ in 0..<3 as Range<Int> { root = (root + square / root) / 2 }
  return root
}
