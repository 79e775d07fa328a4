/// Collects the first eight bars with hits, and makes a groove of them.
struct Beginning: Sendable {
  private static let steps = 8 * Vocabulary.stepsPerBar

  private var statistics = GrooveStatistics()
  /// The hits of the present bar.
  private var tokens: [PlacedToken] = []
  /// The sixteenths of the bars with hits.
  private var steps = 0

  mutating func struck(_ placed: PlacedToken) { tokens.append(placed) }

  /// Ends a bar on `steps` of the model's own count; the groove, if it was the last of eight.
  ///
  /// A bar without hits says nothing about the groove, and neither does the half of one of the model's bars
  /// that half time leaves out.
  mutating func finish(_ steps: Range<Int>) -> GrooveTemplate? {
    if !tokens.isEmpty {
      statistics.add(tokens, on: steps)
      self.steps += steps.count
    }
    tokens = []
    guard self.steps >= Self.steps else { return nil }
    return GrooveTemplate(
      style: nil, bpm: 120, hitsPerBar: Float(statistics.hitsPerBar),
      cells: statistics.cells(near: statistics.drums), opening: [])
  }
}
