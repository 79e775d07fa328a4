import GhostnoteTesting
import Testing

@testable import Clock

/// The line through evenly spaced ticks, beside a least-squares fit of all of them; times in nanoseconds.
@Suite struct TickFilterTests {
  /// The slow truth: the least-squares line through arrivals one tick apart.
  private struct Fit {
    let period: Double
    /// From the last arrival to its place on the line.
    let phase: Double

    init(_ arrivals: [Double]) {
      let middle = Double(arrivals.count - 1) / 2
      let mean = arrivals.reduce(0, +) / Double(arrivals.count)
      var (above, below) = (0.0, 0.0)
      for (tick, arrival) in arrivals.enumerated() {
        above += (Double(tick) - middle) * (arrival - mean)
        below += (Double(tick) - middle) * (Double(tick) - middle)
      }
      period = above / below
      phase = mean + period * middle - arrivals[arrivals.count - 1]
    }
  }

  /// The filter after `arrivals`, begun with a wrong period of 7 ms.
  private static func filtered(_ arrivals: [Double], longest: Int = 1_000) -> TickFilter {
    var filter = TickFilter(period: 7e6)
    for (earlier, later) in zip(arrivals, arrivals.dropFirst()) {
      _ = filter.advance(by: 1, elapsed: later - earlier, longest: longest)
    }
    return filter
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `while all ticks are in memory it is their least-squares line`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let period = Double.random(in: 8e6...120e6, using: &dice)
    let arrivals = (0..<48).map { tick in
      Double(tick) * period + .random(in: -2e6...2e6, using: &dice)
    }
    for count in 2...48 {
      let filter = Self.filtered(Array(arrivals.prefix(count)))
      let fit = Fit(Array(arrivals.prefix(count)))
      #expect((filter.period - fit.period).magnitude < 1e-3)
      #expect((filter.phase - fit.phase).magnitude < 1e-3)
      #expect((filter.next - fit.phase - fit.period).magnitude < 1e-3)
      #expect(filter.memory == count)
    }
  }

  @Test(arguments: [2, 3, 8, 48, 96])
  func `after many even ticks a late one moves the line as among the last in memory`(longest: Int) {
    let even = (0..<200).map { Double($0) * 20e6 }
    let late = even.dropLast() + [even[199] + 3e6]
    let filter = Self.filtered(Array(late), longest: longest)
    let fit = Fit(Array(late.suffix(longest)))
    #expect(filter.memory == longest)
    #expect((filter.period - fit.period).magnitude < 1e-3)
    #expect((filter.phase - fit.phase).magnitude < 1e-3)
  }

  @Test func `a memory that is cut short forgets at once, and grows again by a tick each`() {
    var filter = Self.filtered((0..<40).map { Double($0) * 20e6 })
    var sizes: [Int] = []
    for longest in [10, 10, 12, 12, 12] {
      _ = filter.advance(by: 1, elapsed: 20e6, longest: longest)
      sizes.append(filter.memory)
    }
    #expect(sizes == [10, 10, 11, 12, 12])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `it returns how far a tick is from where it was predicted`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var filter = Self.filtered([0, 20e6, 41e6, 60e6])
    for _ in 0..<50 {
      let ticks = Double(Int.random(in: 1...9, using: &dice))
      let predicted = filter.next + (ticks - 1) * filter.period
      let late = Double.random(in: -4e6...4e6, using: &dice)
      let found = filter.advance(by: ticks, elapsed: predicted + late, longest: 24)
      #expect((found - late).magnitude < 1e-3)
    }
  }

  @Test(arguments: [1, 2, 5, 24] as [Double])
  func `the period of two ticks is their distance, divided by the ticks that were lost`(
    ticks: Double
  ) {
    var filter = TickFilter(period: 7e6)
    _ = filter.advance(by: ticks, elapsed: ticks * 20.5e6, longest: 48)
    #expect((filter.period - 20.5e6).magnitude < 1e-3)
    #expect(filter.phase.magnitude < 1e-3)
  }

  @Test func `ticks on the line change nothing, however many are lost between them`() {
    var filter = Self.filtered((0..<30).map { Double($0) * 20e6 })
    for ticks in [1, 3, 1, 24, 2] as [Double] {
      let error = filter.advance(by: ticks, elapsed: ticks * 20e6, longest: 48)
      #expect(error.magnitude < 1e-3)
      #expect((filter.period - 20e6).magnitude < 1e-3 && filter.phase.magnitude < 1e-3)
    }
  }

  @Test func `the period stays between those of 999 and 1 beats a minute`() {
    let (shortest, longest) = (60e9 / (24 * 999), 60e9 / 24)
    #expect((TickFilter.shortestPeriod - shortest).magnitude < 1e-3)
    #expect(TickFilter.longestPeriod == longest)
    for elapsed in [-5e9, 0, 1, shortest - 1] {
      var filter = TickFilter(period: 20e6)
      _ = filter.advance(by: 1, elapsed: elapsed, longest: 48)
      #expect(filter.period == TickFilter.shortestPeriod)
    }
    for elapsed in [longest + 1, 1e12] {
      var filter = TickFilter(period: 20e6)
      _ = filter.advance(by: 1, elapsed: elapsed, longest: 48)
      #expect(filter.period == longest)
    }
    for elapsed in [shortest + 1, longest - 1] {
      var filter = TickFilter(period: 20e6)
      _ = filter.advance(by: 1, elapsed: elapsed, longest: 48)
      #expect((filter.period - elapsed).magnitude < 1e-3)
    }
  }
}
