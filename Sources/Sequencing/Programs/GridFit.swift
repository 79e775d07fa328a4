import MusicalTime

/// The even grid that fits free beats best.
struct GridFit {
  /// Steps per beat.
  let stepsPerBeat: Int64
  /// The number of steps.
  let count: Int64

  /// Common divisions first, then rarer ones.
  private static let candidates: [Int64] = [4, 3, 6, 8, 12, 16, 5, 7, 9, 10, 11, 13, 14, 15, 2, 1]
  /// The share of the mean squared distance of random beats up to which beats count as on the grid.
  private static let tolerance = 0.15
  private static let mostSteps: Int64 = 256

  private init?(_ stepsPerBeat: Int64, length: Beats) {
    let step = Beats.unitsPerBeat / stepsPerBeat
    guard length.units % step == 0, (1...Self.mostSteps).contains(length.units / step) else {
      return nil
    }
    self.stepsPerBeat = stepsPerBeat
    count = length.units / step
  }

  /// The first grid with every beat on it, else the first that most beats are near, else the
  /// nearest one; grids on which no two `beats` of a voice coincide are preferred. Nil if no grid
  /// fills the length.
  init?(_ voices: [[Beats]], length: Beats) {
    let fits = Self.candidates.compactMap { GridFit($0, length: length) }
    let beats = voices.flatMap { $0 }
    if let exact = fits.first(where: { $0.holds(beats) }) {
      self = exact
      return
    }
    let free = fits.filter { $0.keepsApart(voices) }
    let near = free.first { fit in
      let steps = Double(fit.stepsPerBeat)
      return fit.cost(of: beats) * 12 * steps * steps < Self.tolerance
    }
    let left = near == nil ? (free.isEmpty ? fits : free) : []
    let nearest = left.map { (fit: $0, cost: $0.cost(of: beats)) }.min { $0.cost < $1.cost }?.fit
    guard let found = near ?? nearest else { return nil }
    self = found
  }

  /// The length of a step.
  var step: Beats { Beats(1, over: stepsPerBeat) }

  /// The number of the step nearest to a beat within the length.
  func nearest(_ beat: Beats) -> Int {
    let half = Beats(units: step.units / 2)
    return Int(min(max((beat + half).dividedRoundingDown(by: step), 0), count - 1))
  }

  /// The offset of a beat from its step; negative before it.
  func offset(_ beat: Beats) -> Beats { beat - step * Int64(nearest(beat)) }

  /// Whether no two beats of one voice are on the same step.
  func keepsApart(_ voices: [[Beats]]) -> Bool { voices.allSatisfy(keepsApart) }

  /// The same for one voice, whose beats are sorted.
  func keepsApart(_ beats: [Beats]) -> Bool {
    zip(beats, beats.dropFirst()).allSatisfy { nearest($0) < nearest($1) }
  }

  private func holds(_ beats: [Beats]) -> Bool {
    let units = step.units
    return beats.allSatisfy { $0.units % units == 0 }
  }

  /// The mean squared distance, in squared beats.
  private func cost(of beats: [Beats]) -> Double {
    let sum = beats.reduce(0.0) { sum, beat in
      let distance = offset(beat).inBeats
      return sum + distance * distance
    }
    return beats.isEmpty ? 0 : sum / Double(beats.count)
  }
}
