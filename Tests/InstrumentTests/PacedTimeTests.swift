import GhostnoteTesting
import Instrument
import MIDI
import MusicalTime
import Playback
import Rhythm
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

  /// An output's thread looks every millisecond for what the engine sends.
  @Test func `whenever it is stopped, an output that hears of it 2 ms later sent no tick too many`()
  {
    let block = time.block(of: 128)
    #expect(block.frames == 128 && block.began == time.due)
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    // Ticks of 120 bpm are 1 000 frames apart.
    for stop in stride(from: 20_000, to: 21_000, by: 16) {
      let room = Rehearsal(
        Score([.kick: "x..."]).program(), configuration,
        latency: block.began.distance(to: block.heard))
      room.queueDelay = HostTime.Interval(nanoseconds: 2_000_000)
      room.ask(.play)
      room.play(frames: stop)
      room.ask(.stop)
      room.play(frames: 5_000)
      let ticks = Int64(room.queue.departures.count { $0.message == .timingClock })
      #expect(room.status.position == .clockTick * ticks, "\(stop)")
      #expect(room.queue.lateCount == 0)
    }
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
