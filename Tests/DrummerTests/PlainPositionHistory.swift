import Drummer

/// A reference for `PositionHistory` that searches the whole history.
struct PlainPositionHistory {
  private(set) var strokes: [PlacedToken] = []

  mutating func struck(_ placed: PlacedToken) { strokes.append(placed) }

  func features(of drum: Int, at step: Int) -> [Int] {
    let here = strokes.filter {
      Int($0.token.drum) == drum
        && $0.step % Vocabulary.stepsPerBar == step % Vocabulary.stepsPerBar
    }
    let earlier = here.suffix(4).reversed().filter { $0.step < step }
    let mean = mean(of: here, beforeBar: step / Vocabulary.stepsPerBar)
    let isKnown = mean.presence > 0.01
    return two(earlier, at: step) + [
      isKnown ? min(max(Int(mean.velocity / mean.presence * 127 / 4), 0), 31) : 32,
      isKnown ? min(max(Int(mean.offset / mean.presence * 12 + 12.5), 0), 23) : 24,
      Int(mean.presence * 8 + 0.5),
    ]
  }

  /// Velocity, offset and age in bars of the first two.
  private func two(_ strokes: [PlacedToken], at step: Int) -> [Int] {
    (0..<2).flatMap { index in
      guard index < strokes.count else { return [32, 24, 9] }
      let stroke = strokes[index]
      let age = min((step - stroke.step) / Vocabulary.stepsPerBar, 8)
      return [Int(stroke.token.velocity), Int(stroke.token.offset), age]
    }
  }

  /// The mean over bars, each of which counts with its last hit.
  private func mean(
    of strokes: [PlacedToken], beforeBar end: Int
  ) -> (presence: Float, velocity: Float, offset: Float) {
    let byBar = Dictionary(
      strokes.map { ($0.step / Vocabulary.stepsPerBar, $0) }, uniquingKeysWith: { $1 })
    var mean: (presence: Float, velocity: Float, offset: Float) = (0, 0, 0)
    for bar in 0..<end {
      let stroke = byBar[bar]
      let share = 1 / Float(min(bar, 30) + 2)
      let velocity = stroke.map { Float($0.velocity) / 127 } ?? 0
      let offset = stroke.map { Float(Int($0.token.offset) - 12) / 12 } ?? 0
      mean.presence += ((stroke == nil ? 0 : 1) - mean.presence) * share
      mean.velocity += (velocity - mean.velocity) * share
      mean.offset += (offset - mean.offset) * share
    }
    return mean
  }
}
