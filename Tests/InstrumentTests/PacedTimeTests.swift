import Instrument
import MusicalTime
import Testing

@Suite struct PacedTimeTests {
  private let second: Int64 = 1_000_000_000
  private var time = PacedTime(
    start: HostTime(nanoseconds: 5_000_000_000), sampleRate: .standard)

  /// Blocks of 10 ms, each made when it is due, until `end`; returns when each was due.
  private mutating func play(from begin: Int64, until end: Int64) -> [Int64] {
    var (now, dues) = (begin, [Int64]())
    while now < end {
      time.advance(frames: 480, now: HostTime(nanoseconds: now))
      dues.append(time.due.nanoseconds)
      // A block takes 1 ms to make, and the driver sleeps until the next is due.
      now = max(now + 1_000_000, time.due.nanoseconds)
    }
    return dues
  }

  @Test mutating func `a gap of five seconds is skipped, not played at once`() {
    _ = play(from: 5 * second, until: 6 * second)
    let after = play(from: 11 * second, until: 11 * second + 100_000_000)
    #expect(time.gaps == 1)
    #expect(after.count <= 11)
    #expect(after.allSatisfy { $0 >= 11 * second })
    for (one, next) in zip(after, after.dropFirst()) { #expect(next - one == 10_000_000) }
  }

  @Test mutating func `a delay of up to 100 ms is caught up`() {
    _ = play(from: 5 * second, until: 6 * second)
    _ = play(from: 6 * second + 90_000_000, until: 7 * second)
    #expect(time.gaps == 0)
    #expect(time.due.nanoseconds == 7 * second)
  }
}
