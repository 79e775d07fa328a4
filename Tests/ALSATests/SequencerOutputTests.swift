import ALSASequencer
import CALSA
import MIDI
import MusicalTime
import Ports
import Testing

extension ALSATests {
  @Suite(.serialized) struct Output {
    /// A listener on `out` and `clock`, with timestamps of our own queue.
    private func listener(_ rig: Rig) throws -> Peer {
      let peer = try Peer("Judge")
      try peer.listen(to: rig.notes, stampedBy: rig.client.queue)
      try peer.listen(to: rig.clock, stampedBy: rig.client.queue)
      #expect(
        rig.reports(.connected(source: "Ghostnote:clock", destination: "Judge:port")))
      return peer
    }

    @Test func `notes sound at their scheduled times, and end after their duration`() throws {
      let rig = try Rig()
      let judge = try listener(rig)
      let start = HostTime.soon(milliseconds: 30)
      for step in Int64(0)..<16 {
        rig.play(note: 36 + UInt8(step), at: start.after(milliseconds: 7 * step), milliseconds: 5)
      }
      let heard = judge.heard { $0.count >= 32 }
      let (ons, offs) = (heard.filter(\.isOn), heard.filter(\.isOff))
      #expect(ons.map(\.note) == Array(36..<52))
      #expect(offs.map(\.note) == Array(36..<52))
      // Never early; late by at most the timer's period and the machine's delay.
      let first = try #require(ons.first)
      for (step, on) in ons.enumerated() {
        let offset = on.stamp.nanoseconds - first.stamp.nanoseconds - Int64(step) * 7_000_000
        #expect(offset.magnitude < 2_000_000, "step \(step) is off by \(offset) ns")
      }
    }

    @Test func `withdrawing removes notes, their note-offs and clock`() throws {
      let rig = try Rig()
      let judge = try listener(rig)
      rig.play(note: 36, at: .soon(milliseconds: 0), milliseconds: 300)
      var heard = judge.heard { $0.count >= 1 }
      let cut = HostTime.soon(milliseconds: 100)
      rig.send(.timingClock, at: cut.after(milliseconds: -40), from: .clock)
      for step in Int64(0)..<20 {
        rig.play(note: 40, at: cut.after(milliseconds: step * 5), milliseconds: 20)
        rig.send(.timingClock, at: cut.after(milliseconds: step * 5), from: .clock)
      }
      rig.withdraw(from: cut)
      rig.play(note: 50, at: cut, milliseconds: 10)
      rig.send(.noteOff(channel: 9, note: 36), at: cut)
      heard += judge.heard { $0.count >= 4 }
      // No stray events follow.
      usleep(100_000)
      heard += judge.heard()
      #expect(heard.filter(\.isOn).map(\.note) == [36, 50])
      #expect(heard.filter(\.isOff).map(\.note).sorted() == [36, 50])
      #expect(heard.count(where: \.isClock) == 1)
    }

    @Test func `closing ends exactly the sounding notes`() throws {
      let rig = try Rig()
      let judge = try listener(rig)
      rig.play(note: 36, at: .soon(milliseconds: 0), milliseconds: 5_000)
      rig.play(note: 37, at: .soon(milliseconds: 0), milliseconds: 5)
      rig.play(note: 38, at: .soon(milliseconds: 3_000), milliseconds: 10)
      rig.send(.noteOn(channel: 9, note: 39, velocity: 90), at: .soon(milliseconds: 0))
      rig.send(.noteOn(channel: 9, note: 40, velocity: 90), at: .soon(milliseconds: 0))
      rig.send(.noteOff(channel: 9, note: 40), at: .soon(milliseconds: 10))
      var heard = judge.heard { $0.count >= 6 }
      rig.send(.stop, at: .soon(milliseconds: -1), from: .clock)
      rig.client.close()
      heard += judge.heard { $0.contains(where: \.isStop) && $0.count(where: \.isOff) >= 2 }
      #expect(heard.filter(\.isOn).map(\.note).sorted() == [36, 37, 39, 40])
      #expect(heard.filter(\.isOff).map(\.note).sorted() == [36, 37, 39, 40])
      #expect(heard.count(where: \.isStop) == 1)
    }

    @Test func `events beyond the kernel's capacity wait for space, and nothing is lost`() throws {
      let rig = try Rig()
      let judge = try listener(rig)
      let due = HostTime.soon(milliseconds: 200)
      for index in Int64(0)..<3_000 {
        let time = due.advanced(by: HostTime.Interval(nanoseconds: index * 100_000))
        rig.send(.timingClock, at: time, from: .clock)
      }
      let heard = judge.heard { $0.count(where: \.isClock) >= 3_000 }
      #expect(heard.count(where: \.isClock) == 3_000)
      #expect(rig.client.statistics.outputDelayed > 0)
      #expect(rig.client.statistics.outputDropped == 0)
    }

    @Test func `clock ticks are sent evenly, by the queue's own timestamps`() throws {
      let rig = try Rig()
      let judge = try listener(rig)
      let start = HostTime.soon(milliseconds: 50)
      for tick in Int64(0)..<96 {
        let time = start.advanced(by: HostTime.Interval(nanoseconds: tick * 20_833_333))
        rig.send(.timingClock, at: time, from: .clock)
      }
      let stamps = judge.heard { $0.count(where: \.isClock) >= 96 }.filter(\.isClock)
        .map(\.stamp.nanoseconds)
      #expect(stamps.count == 96)
      let lateness = stamps.enumerated().map { $1 - stamps[0] - Int64($0) * 20_833_333 }
      let spread = (lateness.max() ?? 0) - (lateness.min() ?? 0)
      print(
        "clock spread \(spread / 1_000) µs, high resolution:",
        rig.client.usesHighResolutionTimer, "real time:", rig.client.priority,
        rig.client.statistics)
      #expect(spread < 4_000_000)
    }
  }
}
