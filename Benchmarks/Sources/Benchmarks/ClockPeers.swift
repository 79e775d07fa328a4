import GhostnoteTesting
import MusicalTime

/// Hydrogen's tempo estimate: the mean of the last ten intervals. Its song position is not
/// corrected by the phase of the ticks.
struct MeanOfTen: BeatTeller {
  private var intervals: [Double] = []
  private var last: HostTime?
  private var beat = 0.0

  mutating func tick(at time: HostTime) {
    beat = beats(at: time)
    if let last {
      // The first tick gives no tempo; its position is counted in the song's favour.
      if intervals.isEmpty { beat = 1.0 / 24 }
      intervals.append(Double(last.distance(to: time).nanoseconds))
      if intervals.count > 10 { intervals.removeFirst() }
    }
    last = time
  }

  func beats(at time: HostTime) -> Double {
    guard let last, !intervals.isEmpty else { return 0 }
    let tick = max(intervals.reduce(0, +) / Double(intervals.count), 1)
    return beat + Double(last.distance(to: time).nanoseconds) / tick / 24
  }
}

/// The loop with which jack_mclk_dump measures tempo: Adriaensen's second-order loop with a
/// constant bandwidth (its default of 6 seconds), started with the first interval.
struct FixedLoop: BeatTeller {
  private static let seconds = 6.0

  private var count = 0
  private var origin = HostTime(nanoseconds: 0)
  private var proportional = 0.0
  private var integral = 0.0
  private var current = 0.0
  private var next = 0.0
  private var period = 0.0

  mutating func tick(at time: HostTime) {
    let now = Double(origin.distance(to: time).nanoseconds)
    switch count {
    case 0: origin = time
    case 1:
      let omega = 2 * Double.pi * now / 1e9 / Self.seconds
      proportional = 2.0.squareRoot() * omega
      integral = omega * omega
      period = now
      current = now
      next = 2 * now
    default:
      let error = now - next
      current = next
      next += proportional * error + period
      period += integral * error
    }
    count += 1
  }

  func beats(at time: HostTime) -> Double {
    guard count > 1 else { return 0 }
    let now = Double(origin.distance(to: time).nanoseconds)
    return (Double(count - 1) + (now - current) / (next - current)) / 24
  }
}
