import ALSAGate
import MIDI
import MusicalTime
import Ports
import Testing

@testable import ALSASequencer

/// Needs no sequencer.
@Suite struct OutgoingTests {
  private func tick(at time: Int64) -> OutgoingEvent {
    OutgoingEvent(
      action: .send, port: .clock, message: .timingClock, time: HostTime(nanoseconds: time))
  }

  @Test func `withdrawing finds events scheduled before the clock was adjusted`() {
    var outgoing = Outgoing()
    for time in [Int64(100), 200, 300] {
      outgoing.scheduled(
        tick(at: time), at: QueueClock.QueueTime(nanoseconds: time + 1_000),
        asOf: QueueClock.QueueTime(nanoseconds: 0))
    }
    // The clock was adjusted by 30 since, so that 200 would now map to a time after its own event.
    let mapped = QueueClock.QueueTime(nanoseconds: 1_230)
    let cut = outgoing.firstDue(askedFrom: HostTime(nanoseconds: 200), mapped: mapped)
    #expect(cut == QueueClock.QueueTime(nanoseconds: 1_200))
    _ = outgoing.withdrew(
      from: cut, askedFrom: HostTime(nanoseconds: 200),
      asOf: QueueClock.QueueTime(nanoseconds: 0))
    let later = outgoing.firstDue(askedFrom: HostTime(nanoseconds: 0), mapped: mapped)
    #expect(later == QueueClock.QueueTime(nanoseconds: 1_100))
  }

  @Test func `the backlog is withdrawn too, except note-offs that are still needed`() {
    var outgoing = Outgoing()
    var off = tick(at: 300)
    off.message = .noteOff(channel: 9, note: 36)
    outgoing.backlog = [tick(at: 100), tick(at: 200), off]
    _ = outgoing.withdrew(
      from: QueueClock.QueueTime(nanoseconds: 0), askedFrom: HostTime(nanoseconds: 200),
      asOf: QueueClock.QueueTime(nanoseconds: 0))
    #expect(outgoing.backlog.map(\.time.nanoseconds) == [100])
  }

  @Test(arguments: [
    (-2, "modprobe snd-seq"), (-13, "usermod -aG audio"), (-19, "modprobe snd-seq"),
  ])
  func `an error of the sequencer has advice`(code: Int32, advice: String) {
    let error = #expect(throws: ALSAError.self) { () throws(ALSAError) in
      try alsa("snd_seq_open") { code }
    }
    #expect(error?.description.hasPrefix("snd_seq_open: ") == true)
    #expect(error?.description.contains(advice) == true)
  }
}
