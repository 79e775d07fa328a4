import MusicalTime

/// How much may come in a while: a burst, and then so much a second.
struct Allowance: Sendable {
  private let burst: Double
  private let rate: Double
  private var left: Double
  private var last: HostTime?

  init(burst: Int, perSecond rate: Int) {
    (self.burst, self.rate, left) = (Double(burst), Double(rate), Double(burst))
  }

  /// Whether one more fits; it is counted where it does.
  mutating func takes(at now: HostTime) -> Bool {
    let passed = last.map { Double($0.distance(to: now).nanoseconds) / 1e9 } ?? 0
    last = now
    left = min(burst, left + max(0, passed) * rate)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
