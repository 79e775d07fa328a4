/// Collects the first eight bars with hits, and makes a groove of them.
struct Beginning: Sendable {
  private static let steps = 8 * Vocabulary.stepsPerBar

  private var tokens: [PlacedToken] = []
  /// Where the hits of the present bar begin in `tokens`.
  private var barBegin = 0
  /// The sixteenths of the bars with hits.
  private var steps = 0

  mutating func struck(_ placed: PlacedToken) { tokens.append(placed) }

  /// Ends a bar of `steps` sixteenths; the groove, if it was the last of eight.
  mutating func finish(steps: Int) -> GrooveTemplate? {
    if tokens.count > barBegin { self.steps += steps }
    barBegin = tokens.count
    guard self.steps >= Self.steps else { return nil }
    let bars = self.steps / Vocabulary.stepsPerBar
    var statistics = GrooveStatistics()
    statistics.add(tokens, bars: bars)
    return GrooveTemplate(
      style: nil, bpm: 120, hitsPerBar: Float(tokens.count) / Float(bars),
      cells: statistics.cells(near: statistics.drums), opening: [])
  }
}
