import MusicalTime

/// Mean, standard deviation and maximum of errors, in milliseconds.
struct ErrorSpread: Sendable {
  private var count = 0.0
  private var mean = 0.0
  private var squares = 0.0
  /// The largest absolute error.
  private(set) var largest = 0.0

  /// After B. P. Welford, “Note on a method for calculating corrected sums of squares” (1962).
  mutating func add(_ error: HostTime.Interval) {
    let value = Double(error.nanoseconds) / 1e6
    count += 1
    let distance = value - mean
    mean += distance / count
    squares += distance * (value - mean)
    largest = max(largest, value.magnitude)
  }

  /// Standard deviation about the mean; 0 for fewer than two errors.
  var deviation: Double { count > 1 ? (squares / count).squareRoot() : 0 }
}
