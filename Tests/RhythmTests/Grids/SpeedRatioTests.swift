import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct SpeedRatioTests {
  private func random(_ chance: inout SplitMix64) throws -> SpeedRatio {
    if chance.once(in: 2) {
      return try #require(SpeedRatio(Double.random(in: SpeedRatio.range, using: &chance)))
    }
    return try #require(
      SpeedRatio(
        Int.random(in: 1...64, using: &chance), over: Int.random(in: 1...64, using: &chance)))
  }

  @Test func `a lane's unit maps exactly to the nearest unit of the pattern`() throws {
    var chance = SplitMix64(seed: 21)
    for _ in 0..<10_000 {
      let ratio = try random(&chance)
      let units = Int64.random(in: -1_000_000_000...1_000_000_000_000, using: &chance)
      let there = ratio.patternUnits(ofLane: units)
      let error =
        Int128(there) * Int128(ratio.numerator) - Int128(units) * Int128(ratio.denominator)
      guard abs(error) * 2 <= Int128(ratio.numerator) else {
        Issue.record("\(ratio), \(units)")
        return
      }
    }
  }

  @Test func `the inverse gives the first unit of the lane at or after`()
    throws
  {
    var chance = SplitMix64(seed: 22)
    for _ in 0..<10_000 {
      let ratio = try random(&chance)
      let units = Int64.random(in: -1_000_000_000...1_000_000_000_000, using: &chance)
      let first = ratio.laneUnits(atOrAfter: units)
      let isFirst =
        ratio.patternUnits(ofLane: first) >= units && ratio.patternUnits(ofLane: first - 1) < units
      // There and back is never later, and gives the same unit of the pattern.
      let there = ratio.patternUnits(ofLane: units)
      let back = ratio.laneUnits(atOrAfter: there)
      guard isFirst, back <= units, ratio.patternUnits(ofLane: back) == there else {
        Issue.record("\(ratio), \(units)")
        return
      }
    }
  }

  @Test func `√2 is within half a unit of the exact position through a million loops`() throws {
    let ratio = try #require(SpeedRatio("√2"))
    let loop = Beats(4).units
    var chance = SplitMix64(seed: 2)
    let loops = (0..<10_000).map { _ in Int64.random(in: 0...1_000_000, using: &chance) }
    var beyondHalf = 0
    for units in loops.map({ $0 * loop }) + [0, loop, 1_000_000 * loop] {
      let there = Int128(ratio.patternUnits(ofLane: units))
      // |there − units/√2| ≤ 1/2 and ≤ 0.501, squared to avoid rounding here.
      let isWithin = { (tolerance: Int128) in
        let (low, high) = (there * 1_000 - tolerance, there * 1_000 + tolerance)
        let square = Int128(units) * Int128(units) * 500_000
        return (low <= 0 || low * low <= square) && high * high >= square
      }
      if !isWithin(500) { beyondHalf += 1 }
      guard isWithin(501) else {
        Issue.record("\(units)")
        return
      }
    }
    // The floating-point number nearest to √2 is off by 10⁻¹⁶, less than a thousandth of a unit:
    // this only matters where the exact position is that close to half way between two units.
    #expect(beyondHalf <= 10)
  }

  @Test func `a lane at √2 begins its loops at the exact positions`() throws {
    let ratio = try #require(SpeedRatio("√2"))
    let places = (0..<8).map { loop in
      Beats(units: ratio.patternUnits(ofLane: Beats(4).units * Int64(loop)))
    }
    // 4/√2 = 2.828 427 124 746 190 097…, in units.
    let exact: [Int64] = [
      0, 8_154_016, 16_308_032, 24_462_048, 32_616_064, 40_770_080, 48_924_096, 57_078_112,
    ]
    #expect(places.map(\.units) == exact)
  }

  @Test func `ratios survive writing and reading`() throws {
    var chance = SplitMix64(seed: 23)
    for _ in 0..<10_000 {
      let ratio = try random(&chance)
      guard SpeedRatio(ratio.description) == ratio else {
        Issue.record("\(ratio)")
        return
      }
    }
    #expect(SpeedRatio("√2")?.description == "√2")
    #expect(SpeedRatio("sqrt2") == SpeedRatio("√2"))
    #expect(SpeedRatio("√4") == SpeedRatio(2, over: 1))
    #expect(SpeedRatio("6/4")?.description == "3/2")
    #expect(SpeedRatio("1.25")?.description == "5/4")
    #expect(SpeedRatio("64")?.value == 64)
  }

  @Test(arguments: [
    "0", "0/1", "1/0", "-1", "nan", "inf", "∞", "65", "1/65", "√0", "√-2", "√", "√4097", "x", "",
    "3/2/1", "1000001/1000000", "1e-9",
  ])
  func `a ratio that is zero, not a number or beyond 64 is refused`(text: String) {
    #expect(SpeedRatio(text) == nil)
  }
}
