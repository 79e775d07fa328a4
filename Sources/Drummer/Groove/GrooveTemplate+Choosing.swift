import Foundation

/// What a groove is chosen for: a style, a blend of two, or none in particular.
struct GrooveQuery: Sendable, Hashable {
  /// Rows of styles and their shares; empty for none in particular.
  var styles: [Share] = []
  var seed: UInt64 = 0

  /// A style and its share, above 0 to 1.
  struct Share: Sendable, Hashable {
    var style: Int
    var share: Double
  }
}

extension GrooveTemplate {
  /// The difference of tempo, in octaves, at which a groove is seldom chosen.
  private static let tempoReach = 0.25
  /// The difference from the style's share of hits at full force at which one is seldom chosen.
  private static let forceReach = 0.2

  /// The index of a groove for `query` near a tempo, by chance; nil if there are none. A style that
  /// has no groove is played with any.
  ///
  /// Each groove draws a number, and the highest wins, so that a slightly different tempo seldom
  /// changes the choice (the Gumbel-max trick).
  static func choose(among grooves: [GrooveTemplate], _ query: GrooveQuery, bpm: Double) -> Int? {
    let known = query.styles.contains { share in grooves.contains { $0.style == share.style } }
    let shares = grooves.map { groove in
      known ? query.styles.first { $0.style == groove.style }?.share ?? 0 : 1
    }
    let forces = grooves.map(\.fullForce)
    let usualForce =
      zip(shares, forces).reduce(0) { $0 + $1.0 * $1.1 } / max(shares.reduce(0, +), 1e-9)
    let chance = BarRandom(seed: query.seed, bar: -1)
    var best: (index: Int, score: Double)?
    for (index, groove) in grooves.enumerated() where shares[index] > 0 {
      let distances = [
        log2(groove.bpm / bpm) / tempoReach, (forces[index] - usualForce) / forceReach,
      ]
      let penalty = distances.reduce(0) { $0 + min($1 * $1 / 2, 8) }
      let number = min(Double(chance(index, .step)) + 1e-9, 1 - 1e-9)
      let score = log(shares[index]) - penalty - log(-log(number))
      if score > best?.score ?? -.infinity { best = (index, score) }
    }
    return best?.index
  }

  /// The share of hits at full force.
  private var fullForce: Double {
    let (full, all) = cells.reduce((0.0, 1e-9)) { sums, cell in
      let share = Double(cell.share)
      return (sums.0 + share * Double(cell.fullForce) / 255, sums.1 + share)
    }
    return full / all
  }
}
