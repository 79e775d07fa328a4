import MusicalTime

/// An even grid for free beats.
struct GridFit: Equatable {
  /// Steps per beat.
  let stepsPerBeat: Int64
  /// The number of steps.
  let count: Int64

  /// Common divisions first, then rarer ones.
  private static let candidates: [Int64] = [4, 3, 6, 8, 12, 16, 5, 7, 9, 10, 11, 13, 14, 15, 2, 1]
  /// How far a beat is from its place if a file rounded it to 192 ticks a beat.
  private static let rounding = Beats(1, over: 384)
  private static let mostSteps: Int64 = 256

  private init?(_ stepsPerBeat: Int64, length: Beats) {
    let step = Beats.unitsPerBeat / stepsPerBeat
    guard length.units % step == 0, (1...Self.mostSteps).contains(length.units / step) else {
      return nil
    }
    self.stepsPerBeat = stepsPerBeat
    count = length.units / step
  }

  /// The first grid with every beat on it, or as near as a file's ticks allow; else, as for played
  /// music, sixteenths or triplets, from which the beats have offsets. Nil if no grid fills the
  /// length.
  ///
  /// - Parameter feel: what to prefer where `beats` are near neither or both.
  init?(_ beats: [Beats], length: Beats, feel: GridFeel = .sixteenths) {
    let fits = Self.candidates.compactMap { GridFit($0, length: length) }
    if let exact = fits.first(where: { $0.holds(beats) }) {
      self = exact
      return
    }
    let even = [4, 2, 1].compactMap { steps in fits.first { $0.stepsPerBeat == steps } }.first
    let triplets = fits.first { $0.stepsPerBeat == 3 }
    let (wanted, other) = feel == .sixteenths ? (even, triplets) : (triplets, even)
    guard let first = wanted ?? other ?? fits.first else { return nil }
    let distance = first.distance(of: beats)
    if distance < GridFeel.tolerance {
      self = first
    } else if let second = other, second.distance(of: beats) < GridFeel.tolerance {
      self = second
    } else if let rounded = fits.first(where: { $0.holds(beats, within: Self.rounding) }) {
      self = rounded
    } else if let second = other, second.distance(of: beats) < distance / 2 {
      // Half, because a coarser grid is nearer to beats that wander around the places of both.
      self = second
    } else {
      self = first
    }
  }

  /// The length of a step.
  var step: Beats { Beats(1, over: stepsPerBeat) }

  /// Grids of the same length with two and four times the steps.
  var finer: [GridFit] {
    let length = step * count
    return [2, 4].compactMap { GridFit(stepsPerBeat * $0, length: length) }
  }

  private func holds(_ beats: [Beats], within tolerance: Beats = .zero) -> Bool {
    let (units, most) = (step.units, tolerance.units)
    return beats.allSatisfy { beat in
      let rest = beat.units % units
      return min(rest, units - rest) <= most
    }
  }

  private func distance(of beats: [Beats]) -> Double {
    GridFeel.distance(of: beats, stepsPerBeat: stepsPerBeat)
  }
}
