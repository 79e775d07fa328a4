import Foundation
import GhostnoteTesting
import Testing

@testable import Clock

/// What is jitter and what is an error of the line, of ticks every 20 ms; lateness in nanoseconds.
@Suite struct TickNoiseTests {
  private static let period = 20e6

  private static func noise(
    _ errors: [Double], memory: (Int) -> Int = { $0 + 3 }
  ) -> TickNoise {
    var noise = TickNoise()
    for (tick, error) in errors.enumerated() {
      noise.take(error, memory: memory(tick), period: period)
    }
    return noise
  }

  /// A normal distribution of that deviation, by Box and Muller.
  private static func normal(_ deviation: Double, using dice: inout SplitMix64) -> Double {
    let (a, b) = (
      Double.random(in: 0.000_001...1, using: &dice), Double.random(in: 0...1, using: &dice)
    )
    return deviation * (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
  }

  @Test(arguments: [0, 1.5e6, -4e6])
  func `the deviation is that of the jitter, wherever the line lies`(lateness: Double) {
    var dice = SplitMix64(seed: 1)
    let found = (0..<50).map { _ in
      let errors = (0..<100).map { _ in lateness + Self.normal(200e3, using: &dice) }
      return Self.noise(errors, memory: { $0 + 1 }).deviation
    }
    let mean = found.reduce(0, +) / 50
    #expect((mean - 200e3).magnitude < 10e3)
  }

  @Test func `a line that is off by the same everywhere has no jitter`() {
    #expect(Self.noise(Array(repeating: 2e6, count: 50), memory: { $0 + 1 }).deviation == 0)
    #expect(Self.noise(Array(repeating: 0, count: 50)).deviation == 0)
  }

  @Test func `the first two ticks are not jitter, nor is a quarter of a tick`() {
    #expect(Self.noise([1e6, -1e6], memory: { $0 + 1 }).deviation == 0)
    #expect(Self.noise([1e6, -1e6, 1e6], memory: { $0 + 1 }).deviation > 1e6)
    for error in [5e6, -5e6, 9e6, -40e6] { #expect(Self.noise([error]).deviation == 0) }
    for error in [4.99e6, -4.99e6] { #expect(Self.noise([error]).deviation > 4e6) }
  }

  @Test func `the deviation is the mean of all differences until there are 32, then of the last`() {
    let factor = Double.pi.squareRoot() / 2
    var noise = TickNoise()
    for tick in 0..<32 {
      noise.take(tick.isMultiple(of: 2) ? 1e6 : 0, memory: tick + 3, period: Self.period)
      #expect((noise.deviation - 1e6 * factor).magnitude < 1e-3)
    }
    for tick in 1...100 {
      noise.take(0, memory: 34 + tick, period: Self.period)
      let left = pow(31.0 / 32, Double(tick))
      #expect((noise.deviation - 1e6 * factor * left).magnitude < 1e-3)
    }
  }

  @Test(arguments: [
    ([60, 60, 60], [1, 2, 3]), ([-60, -60, 60, 60], [1, 2, 1, 2]), ([60, 40, 60], [1, 0, 1]),
    ([50, 51, -50, -51], [0, 1, 0, 1]), ([60, -60, 60, -60], [1, 1, 1, 1]),
    ([60, 60, 0, 60, 60], [1, 2, 0, 1, 2]), ([-90, -20, -90, -90], [1, 0, 1, 2]),
  ])
  func `ticks that are clearly late, or clearly early, are counted in a row`(
    microseconds: [Double], runs: [Int]
  ) {
    var noise = TickNoise()
    for (error, run) in zip(microseconds, runs) {
      noise.take(error * 1e3, memory: 2, period: Self.period)
      #expect(noise.run == run)
      #expect(noise.last == error * 1e3)
    }
  }

  @Test func `what is clear among much jitter is half a deviation more`() {
    var dice = SplitMix64(seed: 4)
    for _ in 0..<200 {
      var noise = Self.noise((0..<30).map { _ in Self.normal(400e3, using: &dice) })
      let limit = 50e3 + noise.deviation / 2
      var same = noise
      noise.take(limit + 1, memory: 2, period: Self.period)
      same.take(limit - 1, memory: 2, period: Self.period)
      #expect(noise.run > 0 && same.run == 0)
    }
  }

  @Test func `the tempo moves when ticks are late by much for about a beat`() {
    for lateness in [0.3, -0.3, 0.45] {
      let late = { Self.noise(Array(repeating: lateness * Self.period, count: $0)) }
      #expect(!late(6).persists(period: Self.period))
      #expect(late(24).persists(period: Self.period))
    }
  }

  @Test func `a sixth of a tick is never enough, nor half a tick that may be its neighbour`() {
    for share in [1.0 / 6, -1.0 / 6, 0.5, -0.5, 1] {
      let noise = Self.noise(Array(repeating: share * Self.period, count: 1_000))
      #expect(!noise.persists(period: Self.period))
    }
  }

  @Test func `jitter from one tick to the next is not a moving tempo, however large it is`() {
    let zigzag = (0..<500).map { $0.isMultiple(of: 2) ? 8e6 : -8e6 }
    #expect(!Self.noise(zigzag).persists(period: Self.period))
    var dice = SplitMix64(seed: 9)
    let persisting = (0..<100).count { _ in
      let errors = (0..<100).map { _ in Double.random(in: -9.9e6...9.9e6, using: &dice) }
      return Self.noise(errors).persists(period: Self.period)
    }
    // Over a beat, chance alone correlates that much now and then.
    #expect(persisting < 5)
  }

  @Test func `a new line has no past, but the jitter is the clock's`() {
    var noise = Self.noise(Array(repeating: 9e6, count: 100) + [4e6, 9e6, 4e6])
    let deviation = noise.deviation
    #expect(noise.persists(period: Self.period) && noise.run == 103)
    noise.forget()
    #expect(!noise.persists(period: Self.period))
    #expect(noise.run == 0 && noise.last == 0 && noise.deviation == deviation)
    var zigzag = noise
    for tick in 0..<10 {
      zigzag.take(tick.isMultiple(of: 2) ? 9e6 : -9e6, memory: 2, period: Self.period)
      #expect(!zigzag.persists(period: Self.period))
    }
    for _ in 0..<6 { noise.take(6e6, memory: 2, period: Self.period) }
    #expect(!noise.persists(period: Self.period))
    for _ in 0..<20 { noise.take(6e6, memory: 2, period: Self.period) }
    #expect(noise.persists(period: Self.period))
  }
}
