import MusicalTime
import Ports
import Testing

@Suite struct QueueClockTests {
  /// A reading at host time `host` of a queue that lies `offset` away, taking `width`.
  private func bracket(
    host: Int64, offset: Int64, width: Int64 = 2_000
  ) -> QueueClock.Bracket {
    QueueClock.Bracket(
      before: HostTime(nanoseconds: host),
      queue: QueueClock.QueueTime(nanoseconds: host + width / 2 + offset),
      after: HostTime(nanoseconds: host + width))
  }

  @Test func `queue time and host time undo each other`() {
    let clock = QueueClock(bracket(host: 5_000_000_000, offset: -4_000_000_000))
    for nanoseconds in [Int64(5_000_000_000), 0, 9_999_999_999_999] {
      let host = HostTime(nanoseconds: nanoseconds)
      #expect(clock.hostTime(at: clock.queueTime(at: host)) == host)
    }
    #expect(clock.offset == -4_000_000_000)
  }

  @Test func `what lies within the measurement's doubt moves nothing`() {
    var clock = QueueClock(bracket(host: 0, offset: 1_000))
    #expect(clock.follow(bracket(host: 100, offset: 1_000 + 20_000)).nanoseconds == 0)
    #expect(clock.follow(bracket(host: 100, offset: 1_000 - 20_000)).nanoseconds == 0)
    // A wide bracket is doubted more.
    let wide = bracket(host: 100, offset: 1_000 + 60_000, width: 100_000)
    #expect(clock.follow(wide).nanoseconds == 0)
    #expect(clock.offset == 1_000)
  }

  @Test func `a drift is followed in small steps until it is within the doubt`() {
    var clock = QueueClock(bracket(host: 0, offset: 0))
    var moves: [Int64] = []
    for second in 1...16 {
      let reading = bracket(host: Int64(second) * 1_000_000_000, offset: 300_000)
      moves.append(clock.follow(reading).nanoseconds)
    }
    #expect(moves == moves.sorted(by: >))
    #expect(moves.allSatisfy { $0 >= 0 && $0 <= 75_000 })
    #expect(moves.last == 0)
    #expect((300_000 - clock.offset) <= 25_000)
  }

  @Test func `a jump is followed whole`() {
    var clock = QueueClock(bracket(host: 0, offset: 0))
    #expect(clock.follow(bracket(host: 1, offset: -80_000_000)).nanoseconds == -80_000_000)
    #expect(clock.offset == -80_000_000)
  }

  @Test func `of several readings the one that proves the queue farthest ahead counts`() {
    var survey = QueueClock.Survey()
    #expect(survey.best?.offset == nil)
    let readings = [
      bracket(host: 0, offset: -90_000), bracket(host: 1, offset: -4_000),
      bracket(host: 2, offset: 10_000, width: 60_000), bracket(host: 3, offset: -50_000),
    ]
    for reading in readings { survey.add(reading) }
    #expect(survey.best?.offset == -4_000)
  }
}
