import Foundation

/// How a written pattern is likely to be played: for each drum and sixteenth, the mean of the grooves
/// that are like it.
struct LikelyGroove: Sendable {
  /// For each sixteenth of the bar, each drum.
  private let cells: [GrooveCell]

  /// A groove of the same style counts this many times.
  private static let styleFactor = 3.0
  /// The weight of a groove grows by e for each 1/30 of likeness.
  private static let likenessFactor = 30.0

  /// The mean of `grooves` for a pattern whose cells are hit in these shares of its bars; nil
  /// without grooves.
  init?(_ grooves: [GrooveTemplate], shares: [Double], style: Int?) {
    guard !grooves.isEmpty else { return nil }
    let weights = grooves.map { groove in
      exp(Self.likenessFactor * Self.likeness(groove, shares))
        * (style != nil && groove.style == style ? Self.styleFactor : 1)
    }
    cells = (0..<Vocabulary.stepsPerBar * Vocabulary.drumCount).map { index in
      var mix = CellMix()
      for (groove, weight) in zip(grooves, weights) { mix.add(groove.cells[index], weight) }
      return mix.cell
    }
  }

  /// The cell of a drum at a step.
  subscript(drum: Int, step: Int) -> GrooveCell {
    cells[GrooveStatistics.cell(of: drum, at: step)]
  }

  /// The shares of hits that both have, of those that either has.
  private static func likeness(_ groove: GrooveTemplate, _ shares: [Double]) -> Double {
    var (both, either) = (0.0, 1e-9)
    for (cell, share) in zip(groove.cells, shares) {
      let other = Double(cell.share) / 255
      both += min(share, other)
      either += max(share, other)
    }
    return both / either
  }
}

/// A weighted mean of cells.
private struct CellMix {
  private var weight = 0.0
  private var full = 0.0
  private var soft = 0.0
  private var velocity = (0.0, 0.0)
  private var offset = (0.0, 0.0)

  /// A cell counts by how often it is hit; hardly any if it is not.
  mutating func add(_ cell: GrooveCell, _ weight: Double) {
    let weight = weight * (Double(cell.share) / 255 + 0.01)
    let full = Double(cell.fullForce) / 255
    self.weight += weight
    self.full += weight * full
    soft += weight * (1 - full)
    Self.add(&velocity, cell.velocity, cell.velocitySpread, weight * (1 - full))
    Self.add(&offset, cell.offset, cell.offsetSpread, weight)
  }

  private static func add(
    _ sums: inout (Double, Double), _ mean: UInt8, _ deviation: UInt8, _ weight: Double
  ) {
    let (mean, deviation) = (Double(mean), Double(deviation))
    sums.0 += weight * mean
    sums.1 += weight * (mean * mean + deviation * deviation)
  }

  var cell: GrooveCell {
    func byte(_ number: Double) -> UInt8 { UInt8(min(max(number.rounded(), 0), 255)) }
    func deviation(_ sums: (Double, Double), _ weight: Double) -> UInt8 {
      let mean = sums.0 / weight
      return byte(max(sums.1 / weight - mean * mean, 0).squareRoot())
    }
    let soft = max(soft, 1e-9)
    var cell = GrooveCell()
    cell.fullForce = byte(255 * full / weight)
    (cell.velocity, cell.velocitySpread) = (byte(velocity.0 / soft), deviation(velocity, soft))
    (cell.offset, cell.offsetSpread) = (byte(offset.0 / weight), deviation(offset, weight))
    return cell
  }
}
