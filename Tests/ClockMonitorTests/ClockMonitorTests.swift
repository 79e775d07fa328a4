import ClockMonitor
import MIDI
import MusicalTime
import Ports
import Testing

@Suite struct ClockMonitorTests {
  private var monitor = ClockMonitor()
  private var time = HostTime(nanoseconds: 5_000_000_000)

  private static let volca = MessageSource.alsaClock(client: 20, port: 0)
  private static let daw = MessageSource.alsaClock(client: 24, port: 0)

  private mutating func hear(
    _ message: ShortMessage, late: Int64 = 0, from source: MessageSource = volca
  ) {
    let moment = time.advanced(by: HostTime.Interval(nanoseconds: late))
    monitor.take(TimedMessage(time: moment, message: message, source: source))
  }

  /// Ticks at 120 bpm, the first one a tick after the last; those that `late` answers nil for are
  /// never sent.
  private mutating func tick(
    _ count: Int, from source: MessageSource = volca, late: (Int) -> Int64? = { _ in 0 }
  ) {
    for index in 0..<count {
      time = time.advanced(by: HostTime.Interval(nanoseconds: 20_833_333))
      if let late = late(index) { hear(.timingClock, late: late, from: source) }
    }
  }

  private var reading: ClockReading { monitor.reading(at: time) }

  @Test mutating func `an even clock reads as its tempo, without jitter`() {
    #expect(reading.text == "no clock yet")
    hear(.start)
    #expect(reading.motion == "armed")
    tick(24 * 8 + 1)
    #expect(
      reading.text
        == "120.00 bpm  jitter 0.00 max 0.00 ms  phase +0.00 ms  lost 0  dropped 0  rolling 3.1.1")
    var summary = monitor.summary
    #expect(summary.ticks == 193)
    #expect(
      summary.text
        == "120.00 bpm over 4.0 s, 193 ticks  jitter 0.00 max 0.00 ms  lost 0  dropped 0  relocks 0"
    )
    summary.missedMs = 5.333
    #expect(summary.text.hasSuffix("relocks 0  JACK missed 5.3 ms"))
  }

  @Test
  mutating func `jitter is the spread of the last second, and the summary's of the whole run`() {
    tick(24 * 8) { $0.isMultiple(of: 2) ? 1_000_000 : -1_000_000 }
    #expect(abs(reading.jitterMs - 1) < 0.1)
    #expect(reading.jitterMaxMs >= 0.9 && reading.jitterMaxMs < 1.5)
    tick(24 * 8)
    #expect(reading.jitterMs < 0.05)
    #expect(monitor.summary.jitterMs > 0.5)
    #expect(abs(monitor.summary.meanBPM - 120) < 0.1)
  }

  @Test mutating func `lost and doubled ticks are counted and bend no tempo`() {
    hear(.start)
    tick(24 * 8) { $0 % 40 == 39 ? nil : 0 }
    for _ in 0..<10 {
      tick(24)
      hear(.timingClock, late: 300_000)
    }
    #expect(reading.lost == 4)
    #expect(reading.dropped == 10)
    #expect(reading.position == "5.2.4")
    #expect(abs(monitor.summary.meanBPM - 120) < 0.01)
  }

  @Test(arguments: [(0, "1.1.1"), (7, "1.2.4"), (128, "9.1.1"), (16_383, "1024.4.4")])
  mutating func `a song position is shown as bar, beat and sixteenth`(
    sixteenths: Int, shown: String
  ) {
    hear(.songPosition(sixteenths))
    #expect(reading.position == shown)
    hear(.continue)
    #expect(reading.motion == "armed")
    tick(1)
    #expect(reading.motion == "rolling")
    #expect(reading.position == shown)
    hear(.stop)
    #expect(reading.motion == "stopped")
  }

  @Test mutating func `of two clocks the first is listened to, until it falls silent`() {
    hear(.start)
    tick(48)
    hear(.stop, from: Self.daw)
    hear(.timingClock, late: 1_000_000, from: Self.daw)
    #expect(reading.motion == "rolling")
    #expect(reading.dropped == 0)
    #expect(monitor.ignored == 2)
    time = time.advanced(by: HostTime.Interval(nanoseconds: 3_000_000_000))
    monitor.look(at: time)
    #expect(reading.presence == "lost")
    #expect(reading.text.hasPrefix("silent, was 120.00 bpm  lost 0  dropped 0"))
    tick(48, from: Self.daw)
    #expect(reading.presence == "locked")
    #expect(monitor.ignored == 2)
  }

  @Test mutating func `a tempo was known only where two ticks came one after the other`() {
    for _ in 0..<2 {
      tick(1)
      time = time.advanced(by: HostTime.Interval(nanoseconds: 90_000_000_000))
      monitor.look(at: time)
      #expect((reading.presence, reading.bpm) == ("lost", 0))
    }
    #expect(reading.ticks == 2 && reading.text.hasPrefix("silent, its tempo unknown  lost 0"))
    tick(2)
    #expect((reading.presence, reading.bpm) == ("seeking", 0))
    time = time.advanced(by: HostTime.Interval(nanoseconds: 3_000_000_000))
    monitor.look(at: time)
    #expect(reading.text.hasPrefix("silent, was 120.00 bpm"))
    // Nothing is known of another clock.
    tick(1, from: Self.daw)
    time = time.advanced(by: HostTime.Interval(nanoseconds: 90_000_000_000))
    monitor.look(at: time)
    #expect((reading.presence, reading.bpm) == ("lost", 0))
  }

  @Test mutating func `silence counts neither as time nor as lost ticks`() {
    tick(97)
    time = time.advanced(by: HostTime.Interval(nanoseconds: 60_000_000_000))
    monitor.look(at: time)
    tick(97)
    #expect(monitor.summary.lost == 0)
    #expect(abs(monitor.summary.seconds - 4) < 0.01)
    #expect(abs(monitor.summary.meanBPM - 120) < 0.01)
  }

  @Test func `where nothing was heard the summary says so`() {
    #expect(ClockMonitor().summary.text == "no clock was heard")
  }

  @Test mutating func `a clock that was joined while it ran is not said to be stopped`() {
    tick(24 * 4)
    #expect((reading.motion, reading.position) == ("unknown", ""))
    #expect(reading.text.hasSuffix("lost 0  dropped 0  position unknown"))
    hear(.stop)
    #expect((reading.motion, reading.position) == ("stopped", "1.1.1"))
    hear(.start)
    tick(25)
    #expect((reading.motion, reading.position) == ("rolling", "1.2.1"))
    // Another clock has said nothing yet.
    time = time.advanced(by: HostTime.Interval(nanoseconds: 5_000_000_000))
    monitor.look(at: time)
    tick(24 * 4) { _ in nil }
    for _ in 0..<48 {
      time = time.advanced(by: HostTime.Interval(nanoseconds: 20_833_333))
      hear(.timingClock, from: Self.daw)
    }
    #expect(reading.motion == "unknown")
  }
}
