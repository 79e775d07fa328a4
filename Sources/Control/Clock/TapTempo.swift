import MusicalTime

/// The tempo of taps.
struct TapTempo: Sendable {
  private var taps: [ContinuousClock.Instant] = []

  /// Later taps begin again: a beat at the slowest tempo.
  private static let longestGap = Duration.seconds(60 / Tempo.range.lowerBound)
  /// Only the latest count, so that the hand may change its mind.
  private static let most = 8

  /// The tempo of the latest taps, to a tenth; nil until there are two.
  mutating func tap(at moment: ContinuousClock.Instant) -> Tempo? {
    if let last = taps.last, last.duration(to: moment) > Self.longestGap { taps = [] }
    taps = taps.suffix(Self.most - 1) + [moment]
    guard let first = taps.first, taps.count > 1, first < moment else { return nil }
    let minutes = first.duration(to: moment) / .seconds(60)
    let bpm = Double(taps.count - 1) / minutes
    return Tempo(clampingBPM: (bpm * 10).rounded() / 10)
  }
}
