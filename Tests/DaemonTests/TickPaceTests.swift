import GhostnoteTesting
import Testing

@testable import Daemon

/// When the ticking thread wakes, and what it does while a tick waits.
@Suite struct TickPaceTests {
  private func naps(_ count: Int, watching: (Int) -> Bool) -> [TickPace.Nap] {
    var pace = TickPace()
    return (0..<count).map { pace.nap(watches: watching($0)) }
  }

  @Test func `without urgent controls it wakes for ticks alone, every 20 ms`() {
    #expect(
      naps(3) { _ in false }
        == Array(repeating: TickPace.Nap(microseconds: 20_000, endsInTick: true), count: 3))
  }

  @Test func `with urgent controls it wakes every 2 ms, and each tenth time is a tick`() {
    let naps = naps(20) { _ in true }
    #expect(naps.allSatisfy { $0.microseconds == 2_000 })
    #expect(naps.indices.filter { naps[$0].endsInTick } == [9, 19])
  }

  @Test func `ticks stay 20 ms apart where controls are assigned and taken away between`() {
    // It looks twice, then sleeps on to the tick.
    let naps = naps(6) { $0 % 3 != 2 }
    #expect(naps.map(\.microseconds) == [2_000, 2_000, 16_000, 2_000, 2_000, 16_000])
    #expect(naps.indices.filter { naps[$0].endsInTick } == [2, 5])
  }

  // The threads of these two look on, every 20 ms, until the tests end.

  @Test func `while a tick waits, controls are attended to`() {
    let (events, count) = (DaemonEvents(), Locked(0))
    let isTicking = events.startTicking(
      watches: { false }, attend: { count.change { $0 += 1 } })
    #expect(isTicking)
    // Nobody takes the first tick.
    #expect(eventually { count.value > 1 })
  }

  @Test func `while controls are watched, they are attended to without a tick`() async {
    let (events, count) = (DaemonEvents(), Locked(0))
    let isTicking = events.startTicking(
      watches: { count.value == 0 }, attend: { count.change { $0 += 1 } })
    #expect(isTicking)
    // Each tick is taken at once.
    var ticks = 0
    for await event in events.stream {
      guard case .tick = event else { continue }
      events.tickBegan()
      ticks += 1
      if count.value > 0 || ticks == 1_000 { break }
    }
    #expect(count.value > 0)
  }
}
