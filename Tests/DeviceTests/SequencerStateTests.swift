import MusicalTime
import Ports
import Testing

@testable import ALSASequencer

/// What the sequencer's thread and others share, and what is reported of it.
@Suite struct SequencerStateTests {
  private static func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `losses are reported as they grow, each kind by itself`() {
    let counters = SequencerCounters()
    var losses = ReportedLosses()
    counters.sysExDropped.add(2)
    counters.outputDropped.add()
    #expect(
      losses.report(counters, at: Self.time(1_000), isLast: false) == [
        .dropped(count: 2, .sysEx), .dropped(count: 1, .output),
      ])
    counters.outputDropped.add(3)
    counters.overruns.add()
    counters.inputDropped.add(4)
    #expect(
      losses.report(counters, at: Self.time(1_500), isLast: false) == [
        .dropped(count: 4, .inputFull), .dropped(count: 1, .overrun), .dropped(count: 3, .output),
      ])
    #expect(losses.report(counters, at: Self.time(2_000), isLast: false).isEmpty)
  }

  @Test func `a burst is one report, and the last does not wait`() {
    let counters = SequencerCounters()
    var losses = ReportedLosses()
    counters.overruns.add()
    _ = losses.report(counters, at: Self.time(1_000), isLast: false)
    counters.overruns.add()
    #expect(losses.report(counters, at: Self.time(1_499), isLast: false).isEmpty)
    counters.overruns.add()
    #expect(
      losses.report(counters, at: Self.time(1_499), isLast: true) == [.dropped(count: 2, .overrun)])
  }

  @Test func `statistics have each counter in its place`() {
    let counters = SequencerCounters()
    counters.received.add(1)
    counters.sent.add(2)
    counters.sysExDropped.add(3)
    counters.inputDropped.add(4)
    counters.overruns.add(5)
    counters.outputDropped.add(6)
    counters.outputDelayed.add(7)
    counters.clockMoved.add(8)
    let statistics = SequencerStatistics(counters)
    #expect(
      [
        statistics.received, statistics.sent, statistics.sysExDropped, statistics.inputDropped,
        statistics.overruns, statistics.outputDropped, statistics.outputDelayed,
        statistics.clockMovedNanoseconds,
      ] == Array(1...8))
  }

  @Test func `a number is taken once, and the latest`() {
    let number = Number()
    let before = number.take()
    number.set(60)
    number.set(70)
    let taken = [before, number.take(), number.take()]
    #expect(taken == [0, 70, 0])
  }

  @Test func `a choice of clock is taken once, also that of none`() {
    let chosen = ChosenClock()
    var taken: [String?] = []
    let take = { chosen.take { taken.append($0?.text) } }
    take()
    chosen.set(NamePattern("A:*"))
    chosen.set(NamePattern("B:*"))
    take()
    take()
    chosen.set(nil)
    take()
    #expect(taken == ["B:*", nil])
  }

  private static let address = SequencerPatchbay.Address(client: 20, port: 1)

  @Test func `orders to the lights are taken in order, those that were put back first`() {
    let outbox = SurfaceOutbox()
    let orders: [SurfaceOutbox.Order] = (0..<4).map { .send([0x90, $0, 1], to: Self.address) }
    outbox.add(Array(orders[..<3]))
    let taken = outbox.take()
    #expect(taken == Array(orders[..<3]) && outbox.take().isEmpty)
    outbox.add([orders[3]])
    outbox.putBack(taken[1...])
    #expect(outbox.take() == Array(orders[1...]))
  }

  @Test func `a device that takes nothing for long is sent the newest`() {
    let outbox = SurfaceOutbox()
    let order = { (index: Int) in
      SurfaceOutbox.Order.send([UInt8(index % 128), UInt8(index / 128)], to: Self.address)
    }
    for index in 0..<5_000 { outbox.add([order(index)]) }
    #expect(outbox.take() == (5_000 - 4_096..<5_000).map(order))
  }

  @Test func `the sources that are known are those of the last scan`() {
    let known = KnownSources()
    known.set(["a:1", "b:1"])
    known.set(["b:1"])
    #expect(known.names == ["b:1"])
  }
}
