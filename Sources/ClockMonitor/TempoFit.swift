import MusicalTime

/// The tempo of many ticks by linear regression, which a few late ticks at either end hardly
/// change.
struct TempoFit: Sendable {
  /// From the first tick to the last, silences excluded.
  private(set) var length = HostTime.Interval(nanoseconds: 0)
  private var ticks: Int64 = 0
  private var count = 0.0
  private var meanTick = 0.0
  private var meanTime = 0.0
  private var tickSquares = 0.0
  private var products = 0.0

  /// Takes a tick, `ticks` after the previous one and `interval` later; the first tick, and each
  /// one after a silence, with 0 for both.
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

  /// Tempo in BPM; nil for fewer than two ticks.
  var bpm: Double? { products > 0 ? 60e9 / 24 * tickSquares / products : nil }
}
