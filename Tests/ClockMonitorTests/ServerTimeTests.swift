import ClockMonitor
import MIDI
import MusicalTime
import Ports
import Testing

@Suite struct ServerTimeTests {
  private static let rate: Int64 = 48_000
  private static let period: Int64 = 480

  /// A server whose device's second takes `stretch` of the host's.
  private struct Server {
    var time = ServerTime()
    var host = HostTime(nanoseconds: 3_000_000_000)
    var began = HostTime(nanoseconds: 0)
    let stretch: Double

    init(stretch: Double) { self.stretch = stretch }

    var heard: HostTime { time.moment(ofFrame: 0, rate: rate) }
    var now: HostTime { ServerTime.now(heard, after: began, at: host) }

    mutating func cycle() {
      began = host
      time.begin(period, at: host, skipped: 0, rate: rate)
      time.end(period, rate: rate)
      host = host.advanced(by: HostTime.Interval(nanoseconds: Int64(10_000_000 * stretch)))
    }
  }

  /// 200 ppm are half a second in 42 minutes, and an audio server on a busy machine falls behind by
  /// more than that in seconds.
  @Test(arguments: [1.0002, 1.1, 0.9998])
  func `a device that drifts from the host's clock for two hours is never ahead of its messages`(
    stretch: Double
  ) {
    var server = Server(stretch: stretch)
    var isEver = false
    for _ in 0..<720_000 {
      server.cycle()
      isEver = isEver || server.now != server.heard
    }
    #expect(!isEver)
    #expect(server.heard.nanoseconds == 3_000_000_000 + 7_200_000_000_000)
  }

  @Test func `a clock on such a device is locked all along`() {
    var server = Server(stretch: 1.0002)
    var monitor = ClockMonitor()
    // A tick every second cycle is 125 bpm.
    for cycle in 0..<400_000 {
      if cycle % 2 == 0 {
        monitor.take(
          TimedMessage(time: server.heard, message: .timingClock, source: .jackClock))
      }
      server.cycle()
      monitor.look(at: server.now)
    }
    let summary = monitor.summary
    #expect(summary.meanBPM == 125)
    #expect(summary.seconds > 3_990)
    #expect(summary.relocks == 0)
    #expect(summary.lost == 0)
  }

  @Test func `time goes on while the server hangs, and again when it returns`() {
    var server = Server(stretch: 1)
    for _ in 0..<100 { server.cycle() }
    let before = server.heard
    server.host = server.host.advanced(by: HostTime.Interval(nanoseconds: 400_000_000))
    #expect(server.now == before)
    server.host = server.host.advanced(by: HostTime.Interval(nanoseconds: 1_600_000_000))
    #expect(before.distance(to: server.now).nanoseconds == 1_510_000_000)
    server.cycle()
    #expect(before.distance(to: server.heard).nanoseconds == 2_010_000_000)
    #expect(server.now == server.heard)
  }
}
