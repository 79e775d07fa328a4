import Foundation
import GhostnoteTesting
import Testing

@testable import Clock

/// Deviations of ticks from their line, beside the root of a mean of squares.
@Suite struct JitterMeterTests {
  /// Whether two are the same to eleven digits.
  private static func agree(_ a: Double, _ b: Double) -> Bool {
    (a - b).magnitude <= 1e-11 * max(a.magnitude, b.magnitude)
  }

  @Test func `nothing was measured yet`() {
    #expect(JitterMeter().deviation == 0 && JitterMeter().largest == 0)
  }

  @Test func `of one tick the deviation is its distance, of a picosecond and of a day alike`() {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      var meter = JitterMeter()
      let error = pow(10, Double.random(in: -3...14, using: &dice))
      meter.take(Bool.random(using: &dice) ? error : -error)
      #expect(Self.agree(meter.deviation, error))
      #expect(meter.largest == error)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `up to two beats it is the root of the mean square of all`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var meter = JitterMeter()
    var errors: [Double] = []
    for _ in 0..<48 {
      errors.append(.random(in: -3e6...3e6, using: &dice))
      meter.take(errors[errors.count - 1])
      let squares = errors.reduce(0) { $0 + $1 * $1 }
      #expect(Self.agree(meter.deviation, (squares / Double(errors.count)).squareRoot()))
      #expect(meter.largest == errors.map(\.magnitude).max())
    }
  }

  @Test func `after two beats every tick takes a 48th of what was before`() {
    var meter = JitterMeter()
    for _ in 0..<48 { meter.take(1e6) }
    for tick in 1...200 {
      meter.take(tick.isMultiple(of: 2) ? 3e6 : -3e6)
      let left = pow(47.0 / 48, Double(tick))
      #expect(Self.agree(meter.deviation, (9e12 - 8e12 * left).squareRoot()))
    }
  }

  @Test func `another clock is measured by itself, and the largest is of both`() {
    var meter = JitterMeter()
    for _ in 0..<100 { meter.take(-5e6) }
    meter.forget()
    #expect(meter.deviation == 0 && meter.largest == 5e6)
    meter.take(1e6)
    #expect(Self.agree(meter.deviation, 1e6))
    meter.take(2e6)
    #expect(Self.agree(meter.deviation, 2.5e12.squareRoot()))
    #expect(meter.largest == 5e6)
  }
}
