import Foundation

/// How a piece is played as a whole: for each drum and sixteenth of the bar how often, how hard and
/// how early or late, and four bars of it.
///
/// Sequencers call this a groove template. A performance takes one and stays near it.
public struct GrooveTemplate: Sendable, Hashable {
  /// The row of its style; nil for none.
  public var style: Int?
  /// Beats per minute.
  public var bpm: Double
  /// Hits in an average bar.
  public var hitsPerBar: Float
  /// For each sixteenth of the bar, each drum.
  public var cells: [GrooveCell]
  /// Four bars that are typical of it, steps counted from 0; may be empty.
  public var opening: [PlacedToken]

  /// For each of four bars, each sixteenth and each drum, the share of those bars with a hit: 255 is all. Empty where it is
  /// not known, as in a groove that was learned while playing.
  public var barShares: [UInt8] = []

  /// The number of bars of an opening, and of what `barShares` tells apart.
  static let openingBars = 4
  /// The most hits of an opening; ten a beat.
  static let openingLimit = 160

  /// From its parts.
  public init(
    style: Int?, bpm: Double, hitsPerBar: Float, cells: [GrooveCell], opening: [PlacedToken]
  ) {
    self.style = style
    self.bpm = bpm
    self.hitsPerBar = hitsPerBar
    self.cells = cells
    self.opening = opening
  }

  /// The template of some bars of a piece; drums with few hits in them are near those of `similar`
  /// pieces, and of `all` pieces.
  public init(
    _ tokens: [PlacedToken], bars: Range<Int>, style: Int?, bpm: Double,
    similar: GrooveStatistics, all: GrooveStatistics
  ) {
    let own = Self.part(tokens, bars)
    var statistics = GrooveStatistics()
    statistics.add(own, bars: bars.count)
    self.init(
      style: style, bpm: bpm,
      hitsPerBar: Float(own.count) / Float(max(bars.count, 1)),
      cells: statistics.cells(near: similar.usual(amongst: all)), opening: [])
    opening = typicalBars(of: tokens, in: bars)
    barShares = barShares(of: own, in: bars)
  }

  /// The tokens of some bars.
  static func part(_ tokens: [PlacedToken], _ bars: Range<Int>) -> [PlacedToken] {
    tokens.filter { bars.contains($0.step / Vocabulary.stepsPerBar) }
  }

  /// The cell of a drum at a step.
  subscript(drum: Int, step: Int) -> GrooveCell {
    cells[GrooveStatistics.cell(of: drum, at: step)]
  }

  /// The four bars, from a multiple of four on, that are likeliest by the shares; empty if `bars`
  /// holds no four.
  private func typicalBars(of tokens: [PlacedToken], in bars: Range<Int>) -> [PlacedToken] {
    let firsts = stride(
      from: bars.lowerBound, through: bars.upperBound - Self.openingBars, by: Self.openingBars)
    var best: (score: Double, tokens: [PlacedToken])?
    for first in firsts {
      let range = first..<first + Self.openingBars
      let found = Self.part(tokens, range).map { placed in
        PlacedToken(
          token: placed.token, step: placed.step - first * Vocabulary.stepsPerBar,
          velocity: placed.velocity)
      }
      let isWhole = (0..<Self.openingBars).allSatisfy { bar in
        found.contains { $0.step / Vocabulary.stepsPerBar == bar }
      }
      guard isWhole, found.count <= Self.openingLimit else { continue }
      let score = likelihood(of: found)
      if score > best?.score ?? -.infinity { best = (score, found) }
    }
    return best?.tokens ?? []
  }

  /// How often each cell is hit in the first of every four bars, in the second, and so on.
  private func barShares(of tokens: [PlacedToken], in bars: Range<Int>) -> [UInt8] {
    var hits = [Set<Int>](repeating: [], count: Self.openingBars * cells.count)
    for placed in tokens {
      let bar = placed.step / Vocabulary.stepsPerBar - bars.lowerBound
      let cell = GrooveStatistics.cell(of: Int(placed.token.drum), at: placed.step)
      hits[bar % Self.openingBars * cells.count + cell].insert(bar)
    }
    return hits.enumerated().map { index, hits in
      let later = Self.openingBars - 1 - index / cells.count
      let count = Float((bars.count + later) / Self.openingBars)
      let usual = cells[index % cells.count].frequency
      let share = (Float(hits.count) + Self.usualBars * usual) / (count + Self.usualBars)
      return UInt8((255 * share).rounded())
    }
  }

  /// The number of mean bars that are added to those of `barShares`.
  private static let usualBars: Float = 2

  /// The log-likelihood of which cells are hit in four bars.
  private func likelihood(of tokens: [PlacedToken]) -> Double {
    var counts = [Int](repeating: 0, count: cells.count)
    for placed in tokens {
      counts[GrooveStatistics.cell(of: Int(placed.token.drum), at: placed.step)] += 1
    }
    return cells.indices.reduce(0) { sum, index in
      let share = min(max(Double(cells[index].share) / 255, 0.02), 0.98)
      let hits = Double(min(counts[index], Self.openingBars))
      return sum + hits * log(share) + (Double(Self.openingBars) - hits) * log(1 - share)
    }
  }
}
