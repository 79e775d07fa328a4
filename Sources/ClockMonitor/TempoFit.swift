import MusicalTime

/// The tempo of many ticks: the slope of the line of least squares through them, which a few late
/// ones at either end don't bend.
struct TempoFit: Sendable {
  /// From the first tick to the last, silences left out.
  private(set) var length = HostTime.Interval(nanoseconds: 0)
  private var ticks: Int64 = 0
  private var count = 0.0
  private var meanTick = 0.0
  private var meanTime = 0.0
  private var tickSquares = 0.0
  private var products = 0.0

  /// Takes a tick, `ticks` after the one before and `interval` later; the first one, and each that
  /// ends a silence, at no distance from what was before.
  mutating func add(_ ticks: Int64, after interval: HostTime.Interval) {
    self.ticks += ticks
    length.nanoseconds += interval.nanoseconds
    let (tick, time) = (Double(self.ticks), Double(length.nanoseconds))
    count += 1
    let tickDistance = tick - meanTick
    meanTick += tickDistance / count
    meanTime += (time - meanTime) / count
    tickSquares += tickDistance * (tick - meanTick)
    products += tickDistance * (time - meanTime)
  }

  /// Beats a minute, or nil before there were two ticks.
  var bpm: Double? { products > 0 ? 60e9 / 24 * tickSquares / products : nil }
}
