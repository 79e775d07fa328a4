import MusicalTime
import Testing

@Suite struct DelayLockedLoopTests {
  private static let period: Int64 = 2_666_667

  /// Times `step` apart with a reproducible jitter of up to `shake` nanoseconds.
  private func times(_ count: Int, step: Int64, shake: Int64) -> [HostTime] {
    var state: UInt64 = 1
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = shake == 0 ? 0 : Int64(state >> 33) % (2 * shake) - shake
      return HostTime(nanoseconds: 1_000_000_000 + Int64(index) * step + noise)
    }
  }

  private func loop(bandwidth: Double = 1) -> DelayLockedLoop {
    DelayLockedLoop(
      period: HostTime.Interval(nanoseconds: Self.period), bandwidth: bandwidth)
  }

  @Test func `even times are unchanged`() {
    var loop = loop()
    for time in times(1_000, step: Self.period, shake: 0) {
      let smoothed = loop.advance(to: time)
      #expect(smoothed.distance(to: time).nanoseconds.magnitude <= 1)
    }
  }

  @Test func `jitter is smoothed`() {
    var loop = loop()
    let smoothed = times(5_000, step: Self.period, shake: 500_000).map { loop.advance(to: $0) }
    let steps = zip(smoothed, smoothed.dropFirst()).dropFirst(2_000)
      .map { $0.distance(to: $1).nanoseconds - Self.period }
    #expect(steps.allSatisfy { $0.magnitude < 15_000 })
  }

  @Test func `the true period is found, without a permanent error`() {
    var loop = loop()
    let step = Self.period + 250
    let raw = times(6_000, step: step, shake: 100_000)
    let smoothed = raw.map { loop.advance(to: $0) }
    #expect((loop.measuredPeriod.nanoseconds - step).magnitude < 100)
    let ideal = HostTime(nanoseconds: 1_000_000_000 + 5_999 * step)
    #expect((smoothed.last?.distance(to: ideal).nanoseconds.magnitude ?? .max) < 20_000)
  }

  @Test func `after a gap, or a reset, the next time is used as it is`() {
    var loop = loop()
    for time in times(10, step: Self.period, shake: 0) { _ = loop.advance(to: time) }
    let late = HostTime(nanoseconds: 9_000_000_000)
    #expect(loop.advance(to: late) == late)
    loop.reset()
    let early = HostTime(nanoseconds: 9_000_000_001)
    #expect(loop.advance(to: early) == early)
  }
}
