import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Phrases that differ from the groove of their piece.
@Suite struct PhrasingTests {
  enum Part: CaseIterable {
    case loudness, density, timekeeping, lateness

    func of(_ phrasing: Phrasing) -> Float {
      switch self {
      case .loudness: phrasing.loudness
      case .density: phrasing.density
      case .timekeeping: phrasing.timekeeping
      case .lateness: phrasing.lateness
      }
    }
  }

  /// The phrasing of a piece's first bars.
  private func bars(_ count: Int, seed: UInt64 = 5, wildness: Double = 0.5) -> [Phrasing] {
    (0..<count).map { Phrasing(seed: seed, bar: $0, wildness: wildness) }
  }

  private func correlation(_ xs: [Double], _ ys: [Double]) -> Double {
    let count = Double(xs.count)
    let (x, y) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
    let both = zip(xs, ys).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
    let squares = [(xs, x), (ys, y)].map { values, mean in
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    return both / (squares[0] * squares[1]).squareRoot()
  }

  @Test(
    arguments: [(.loudness, 8), (.density, 8), (.timekeeping, 8), (.lateness, 2)] as [(Part, Int)])
  func `the bars of a phrase are alike, and the next are others`(part: Part, length: Int) {
    let values = bars(256).map(part.of)
    for bar in 1..<256 {
      #expect((values[bar] == values[bar - 1]) == (bar % length != 0), "bar \(bar)")
    }
  }

  @Test(arguments: [Part.loudness, .density, .timekeeping])
  func `phrases of the same 32 bars are more alike than others, and the mean is the groove`(
    part: Part
  ) {
    let phrases = (0..<4_096).map {
      Double(part.of(Phrasing(seed: 5, bar: 8 * $0, wildness: 0.5)))
    }
    let deviation = (phrases.reduce(0) { $0 + $1 * $1 } / 4_096).squareRoot()
    #expect(abs(phrases.reduce(0, +) / 4_096) < deviation / 10)
    // Three of four neighbours are of the same 32 bars, which are .3 of the variance.
    let near = correlation(Array(phrases.dropLast()), Array(phrases.dropFirst()))
    let far = correlation(Array(phrases.dropLast(4)), Array(phrases.dropFirst(4)))
    #expect((0.15...0.3).contains(near), "\(near)")
    #expect(abs(far) < 0.06, "\(far)")
  }

  @Test func `loudness, density, timekeeping and lateness do not depend on each other`() {
    let all = (0..<4_096).map { Phrasing(seed: 5, bar: 8 * $0, wildness: 0.5) }
    let columns = Part.allCases.map { part in all.map { Double(part.of($0)) } }
    for (one, other) in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)] {
      let found = correlation(columns[one], columns[other])
      #expect(abs(found) < 0.06, "\(found)")
    }
  }

  @Test func `a strict drummer stays at the groove, and another seed goes elsewhere`() {
    for bar in bars(64, wildness: 0) {
      #expect(Part.allCases.allSatisfy { $0.of(bar) == 0 })
    }
    let (one, other) = (bars(64).map(\.density), bars(64, seed: 6).map(\.density))
    #expect(one != other)
    let quarter = bars(64, wildness: 0.25).map(\.density)
    #expect(zip(one, quarter).allSatisfy { abs($0 - 2 * $1) < 1e-5 })
  }

  private static let groove = GrooveTests.groove(style: 0)

  /// 512 bars of a groove with an untrained network, two by two, and what was asked of each two.
  private static let played: [(asked: Phrasing, hits: [Hit])] = {
    var model = DrummerModel.random()
    model.grooves = [groove]
    var performer = Performer(DrummerTables(model))
    var settings = DrummerSettings()
    settings.seed = 5
    let direction = BarDirection(settings: settings, tempo: Tempo(clampingBPM: 110))
    return (0..<256).map { two in
      let hits = (0..<2).flatMap { _ in performer.play(direction).hits }
      return (Phrasing(seed: 5, bar: 2 * two, wildness: 0.5), hits)
    }
  }()

  @Test func `what is asked of a phrase is played: velocity, hits and time`() {
    func follows(_ part: Part, _ measure: (Hit) -> Double, isMean: Bool = true) -> Double {
      correlation(
        Self.played.map { Double(part.of($0.asked)) },
        Self.played.map { two in
          let sum = two.hits.reduce(0) { $0 + measure($1) }
          return isMean ? sum / Double(max(two.hits.count, 1)) : sum
        })
    }
    let velocity = follows(.loudness) { Double($0.velocity.value) }
    let hits = follows(.density, { _ in 1 }, isMean: false)
    // From the nearest sixteenth.
    let time = follows(.lateness) { hit in
      let sixteenths = hit.beat.inBeats * 4
      return sixteenths - sixteenths.rounded()
    }
    #expect(velocity > 0.3 && hits > 0.3 && time > 0.3, "\(velocity) \(hits) \(time)")
  }

  @Test func `more strokes of the timekeeper are asked for by a bias of hi-hats and rides`() {
    var anchor = Anchor()
    anchor.take(Self.groove)
    #expect(anchor.timekeeping == 0)
    for phrasing in bars(64) {
      anchor.phrasing = phrasing
      #expect((anchor.timekeeping > 0) == (phrasing.timekeeping > 0))
      #expect(abs(anchor.timekeeping) > 0.5 * abs(phrasing.timekeeping))
    }
  }
}
