import MusicalTime
import Testing

@Suite struct WarpTests {
  private static let swing = Warp(
    period: Beats(1), [Warp.Point(Beats(1, over: 2), Beats(2, over: 3))])

  @Test func `an off-beat moves to two thirds, beats between move along, and so in every beat`()
    throws
  {
    let swing = try #require(Self.swing)
    #expect(swing.warped(Beats(1, over: 2)) == Beats(2, over: 3))
    #expect(swing.warped(Beats(1, over: 4)) == Beats(1, over: 3))
    #expect(swing.warped(Beats(3, over: 4)) == Beats(5, over: 6))
    #expect(swing.warped(Beats(15, over: 2)) == Beats(23, over: 3))
    #expect(swing.warped(Beats(-1, over: 2)) == Beats(-1, over: 3))
    #expect(swing.unwarped(Beats(-1, over: 3)) == Beats(-1, over: 2))
  }

  @Test func `points that cross, coincide, lie outside or out of order are refused`() {
    func warp(_ points: (Int64, Int64)...) -> Warp? {
      Warp(
        period: Beats(1),
        points.map { Warp.Point(Beats($0.0, over: 8), Beats($0.1, over: 8)) })
    }
    #expect(warp((2, 3), (4, 5)) != nil)
    #expect(warp((0, 0), (4, 5)) == warp((4, 5)))
    #expect(warp((2, 5), (4, 5)) == nil)
    #expect(warp((2, 5), (4, 3)) == nil)
    #expect(warp((4, 5), (4, 6)) == nil)
    #expect(warp((4, 8)) == nil)
    #expect(warp((8, 7)) == nil)
    #expect(warp((4, 0)) == nil)
    #expect(warp((0, 1)) == nil)
    #expect(warp((-1, 1)) == nil)
    #expect(warp((4, 5), (0, 0)) == nil)
  }

  @Test func `a period of 1/64 to 1024 beats and fewer than 1024 points are accepted`() {
    #expect(Warp(period: Beats(1, over: 64), []) != nil)
    #expect(Warp(period: Beats(1_024), []) != nil)
    #expect(Warp(period: Beats(1_025), []) == nil)
    #expect(Warp(period: .zero, []) == nil)
    let points = (1...1_024).map { Warp.Point(Beats(units: $0), Beats(units: $0)) }
    #expect(Warp(period: Beats(1), points.dropLast()) != nil)
    #expect(Warp(period: Beats(1), points) == nil)
  }

  @Test func `an amount is clamped to 0 to 1, and NaN counts as 0`() throws {
    let swing = try #require(Self.swing)
    #expect(swing.scaled(by: 7) == swing)
    #expect(swing.scaled(by: .infinity) == swing)
    for nothing: Double in [0, -1, -.infinity, .nan] {
      #expect(swing.scaled(by: nothing).isIdentity)
    }
    #expect(swing.scaled(by: 0.5).warped(Beats(1, over: 2)) == Beats(7, over: 12))
  }

  @Test func `ten thousand warps increase, repeat, keep their points, and can be inverted`() {
    var chance = Dice(state: 5)
    var failures = 0
    for _ in 0..<10_000 {
      let warp = Warp.random(using: &chance)
      let beat = Beats(units: .random(in: -9_000_000...9_000_000, using: &chance))
      let there = warp.warped(beat)
      let later = beat + Beats(units: .random(in: 1...100_000, using: &chance))
      // A slope this small maps many units to one.
      let nearness = warp.steepness
      let isLater = warp.warped(later) >= there
      let isStrict = (later - beat).units < nearness || warp.warped(later) > there
      let repeats = warp.warped(beat + warp.period) == there + warp.period
      let back = abs((warp.unwarped(there) - beat).units)
      let forth = abs((warp.warped(warp.unwarped(beat)) - beat).units)
      let leadsBack = max(back, forth) <= (nearness + 1) / 2
      let keeps = warp.points.allSatisfy {
        warp.warped($0.from) == $0.to && warp.unwarped($0.to) == $0.from
      }
      if !(isLater && isStrict && repeats && leadsBack && keeps) { failures += 1 }
    }
    #expect(failures == 0)
  }

  @Test func `warps with slopes up to 3 to 1 can be inverted to within a unit`() {
    var chance = Dice(state: 6)
    var farthest: Int64 = 0
    var count = 0
    while count < 10_000 {
      let warp = Warp.random(using: &chance)
      guard warp.steepness <= 3 else { continue }
      count += 1
      let beat = Beats(units: .random(in: -9_000_000...9_000_000, using: &chance))
      farthest = max(farthest, abs((warp.unwarped(warp.warped(beat)) - beat).units))
      farthest = max(farthest, abs((warp.warped(warp.unwarped(beat)) - beat).units))
    }
    #expect(farthest == 1)
  }

  @Test
  func `scaled warps are valid warps, and amount 0 is the identity`() {
    var chance = Dice(state: 7)
    var failures = 0
    for _ in 0..<10_000 {
      // Points a few units apart, where rounding could make two coincide.
      let warp = Warp.random(using: &chance, isTight: true)
      let scaled = warp.scaled(by: .random(in: 0...1, using: &chance))
      let isWarp = Warp(period: scaled.period, scaled.points) == scaled
      let between = zip(warp.points, scaled.points).allSatisfy { whole, part in
        let ends = [whole.from, whole.to]
        return part.from == whole.from && (ends.min() ?? whole.from) <= part.to
          && part.to <= (ends.max() ?? whole.to)
      }
      let beat = Beats(units: .random(in: -99_999...99_999, using: &chance))
      let stays = warp.scaled(by: 0).warped(beat) == beat && warp.scaled(by: 0).isIdentity
      if !(isWarp && between && stays && warp.scaled(by: 1) == warp) { failures += 1 }
    }
    #expect(failures == 0)
  }
}

extension Warp {
  /// The maximum number of units that can map to one, or the other way round.
  fileprivate var steepness: Int64 {
    let ends = points.dropFirst() + [Point(period, period)]
    return zip(points, ends).map { a, b in
      let (run, rise) = ((b.from - a.from).units, (b.to - a.to).units)
      return (max(run, rise) + min(run, rise) - 1) / min(run, rise)
    }.max() ?? 1
  }

  fileprivate static func random(
    using chance: inout Dice, isTight: Bool = false
  ) -> Warp {
    let period = Beats(units: .random(in: 45_045...5_765_760, using: &chance))
    let range = 1..<(isTight ? 30 : period.units)
    let count = Int.random(in: 0...7, using: &chance)
    func places() -> [Int64] {
      var places: Set<Int64> = []
      while places.count < count { places.insert(.random(in: range, using: &chance)) }
      return places.sorted()
    }
    let points = zip(places(), places()).map { Point(Beats(units: $0), Beats(units: $1)) }
    return Warp(period: period, points) ?? .identity
  }
}
