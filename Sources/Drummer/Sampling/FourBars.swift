import Foundation

/// What each of four bars has more or less of than the mean bar of a groove, such as a crash in the first or a kick that
/// only the second and fourth have.
///
/// The network's distributions are multiplied by the ratio of this bar's likelihoods to the mean bar's. Real pieces keep
/// such an order of bars from beginning to end.
struct FourBars: Sendable {
  /// The weight of a ratio's logarithm, its limit before, and the least share of bars with a hit or without one.
  private static let (weight, limit, leastShare) = (Float(0.3), Float(3), Float(0.02))
  private static let stepCount = GrooveTemplate.openingBars * Vocabulary.stepsPerBar

  /// For each step of the four bars and each drum, the share of bars with a hit, in this bar and in the mean bar.
  private let cells: [Cell]
  /// For each step, the logarithm of how much likelier than in the mean bar any drum sounds.
  private let sounding: [Float]
  /// For each step, the same of silence.
  private let silence: [Float]

  private struct Cell: BitwiseCopyable {
    var own: Float
    var mean: Float
  }

  /// Nil where the groove does not say how its four bars differ.
  init?(_ groove: GrooveTemplate) {
    let size = groove.cells.count
    guard groove.barShares.count == GrooveTemplate.openingBars * size else { return nil }
    let (least, most) = (Self.leastShare, 1 - Self.leastShare)
    let cells = groove.barShares.enumerated().map { index, share in
      Cell(
        own: min(max(Float(share) / 255, least), most),
        mean: min(max(groove.cells[index % size].frequency, least), most))
    }
    self.cells = cells
    let ratios = (0..<Self.stepCount).map { Self.ratios(cells, at: $0, from: 0) }
    (sounding, silence) = (ratios.map(\.sounding), ratios.map(\.silence))
  }

  /// For the drums of a step from `first` on, the logarithms of how much likelier sound and silence are than in the mean
  /// bar.
  private static func ratios(
    _ cells: [Cell], at step: Int, from first: Int
  ) -> (sounding: Float, silence: Float) {
    var (own, mean) = (Float(1), Float(1))
    for drum in first..<Vocabulary.drumCount {
      let cell = cells[step * Vocabulary.drumCount + drum]
      own *= 1 - cell.own
      mean *= 1 - cell.mean
    }
    return (
      log(max(1 - own, 1e-4) / max(1 - mean, 1e-4)), log(max(own, 1e-4) / max(mean, 1e-4))
    )
  }

  /// Moves the distribution of the wait after a hit of `drum` at `step` toward what is usual in these bars.
  func tiltWaits(_ logits: inout Logits, after step: Int, drum: Int) {
    let first = step % Self.stepCount
    // After this drum only those of a higher number can sound on the same step.
    let here = Self.ratios(cells, at: first, from: drum + 1)
    logits[0] += Self.tilt(here.sounding)
    var silent = here.silence
    for wait in 1..<logits.count {
      let next = (first + wait) % Self.stepCount
      logits[wait] += Self.tilt(sounding[next] + silent)
      silent += silence[next]
    }
  }

  /// Moves the distribution of the drum at `step` toward what is usual in this bar.
  func tiltDrums(_ logits: inout Logits, at step: Int) {
    for drum in 0..<logits.count {
      let cell = cells[step % Self.stepCount * Vocabulary.drumCount + drum]
      logits[drum] += Self.tilt(log(cell.own * (1 - cell.mean) / (cell.mean * (1 - cell.own))))
    }
  }

  private static func tilt(_ ratio: Float) -> Float {
    weight * min(max(ratio, -limit), limit)
  }
}
