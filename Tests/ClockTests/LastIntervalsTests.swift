import GhostnoteTesting
import Testing

@testable import Clock

/// What three intervals between ticks say.
@Suite struct LastIntervalsTests {
  private static func intervals(_ values: Double...) -> LastIntervals {
    var intervals = LastIntervals()
    for value in values { intervals.append(value) }
    return intervals
  }

  /// The slow truth: the least-squares line through arrivals at steps −3 to 0, the last at 0.
  private static func line(_ a: Double, _ b: Double, _ c: Double) -> (slope: Double, now: Double) {
    let points = [(-3.0, -(a + b + c)), (-2.0, -(b + c)), (-1.0, -c), (0.0, 0.0)]
    let meanX = points.map(\.0).reduce(0, +) / 4
    let meanY = points.map(\.1).reduce(0, +) / 4
    let products = points.map { ($0.0 - meanX) * ($0.1 - meanY) }.reduce(0, +)
    let squares = points.map { ($0.0 - meanX) * ($0.0 - meanX) }.reduce(0, +)
    let slope = products / squares
    return (slope, meanY - slope * meanX)
  }

  @Test func `the last three count, in any order of lengths`() {
    let last = Self.intervals(900, 10, 40, 16)
    #expect(last.third == 16)
    #expect(last.mean == 22 && last.meanOfTwo == 28 && last.spread == 30)
    #expect(Self.intervals(16, 10, 40).spread == 30)
    #expect(Self.intervals(40, 16, 10).spread == 30)
  }

  @Test func `there are three from the third on, until all are forgotten`() {
    var last = LastIntervals()
    var are: [Bool] = []
    for value in [20.0, 21, 22, 23] {
      are.append(last.areThree)
      last.append(value)
    }
    #expect(are == [false, false, false, true] && last.areThree)
    last.removeAll()
    #expect(!last.areThree)
    last.append(20)
    #expect(!last.lastTwoAgree, "one alone agrees with nothing")
  }

  @Test(arguments: [
    (100.0, 100.0, true), (100, 109, true), (109, 100, false), (100, 93, true), (100, 92, false),
    (100, 110, false),
    (20, 40, false), (40, 20, false),
  ])
  func `two agree within a twelfth of the newer`(before: Double, newest: Double, agree: Bool) {
    #expect(Self.intervals(before, newest).lastTwoAgree == agree)
    #expect(Self.intervals(7, before, newest).lastTwoAgree == agree)
  }

  @Test func `the line through four arrivals is the one of least squares`() {
    var chance = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let values = (0..<3).map { _ in Double.random(in: 1e6...5e7, using: &chance) }
      let line = Self.intervals(values[0], values[1], values[2]).line
      let expected = Self.line(values[0], values[1], values[2])
      #expect((line.period - expected.slope).magnitude < 1e-6 * expected.slope)
      #expect((line.phase - expected.now).magnitude < 1e-6 * expected.slope)
    }
  }

  @Test func `the line of an even clock is exact`() {
    let line = Self.intervals(20_833_333, 20_833_333, 20_833_333).line
    #expect(line.period == 20_833_333 && line.phase == 0 && line.memory == 4)
  }
}
