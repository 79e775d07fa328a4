import MIDI
import MusicalTime
import Ports
import Testing

@testable import ALSASequencer

/// What is in the kernel's queue, and what must be withdrawn of it.
@Suite struct OutgoingTests {
  private static func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  private static func due(_ milliseconds: Int64) -> QueueClock.QueueTime {
    QueueClock.QueueTime(nanoseconds: milliseconds * 1_000_000)
  }

  private static func event(_ message: ShortMessage, at milliseconds: Int64) -> OutgoingEvent {
    OutgoingEvent(action: .send, port: .notes, message: message, time: time(milliseconds))
  }

  private static func noteOn(_ note: UInt8) -> ShortMessage {
    .noteOn(channel: 9, note: note, velocity: 100)
  }

  @Test func `what was asked for later is withdrawn from its own due time, wherever the clock is`()
  {
    var outgoing = Outgoing()
    let now = Self.due(0)
    outgoing.scheduled(Self.event(Self.noteOn(36), at: 100), at: Self.due(100), asOf: now)
    // The clock was 5 ms behind when this one was scheduled.
    outgoing.scheduled(Self.event(Self.noteOn(38), at: 200), at: Self.due(195), asOf: now)
    #expect(outgoing.firstDue(askedFrom: Self.time(200), mapped: Self.due(200)) == Self.due(195))
    #expect(outgoing.firstDue(askedFrom: Self.time(201), mapped: Self.due(201)) == Self.due(201))
    #expect(outgoing.firstDue(askedFrom: Self.time(50), mapped: Self.due(50)) == Self.due(50))
  }

  @Test func `what was withdrawn, or has been sent, is due no more`() {
    var outgoing = Outgoing()
    for time in [100, 200, 300] as [Int64] {
      let event = Self.event(Self.noteOn(36), at: time)
      outgoing.scheduled(event, at: Self.due(time - 10), asOf: Self.due(0))
    }
    outgoing.forget(before: Self.due(150))
    _ = outgoing.withdrew(from: Self.due(280), askedFrom: Self.time(290), asOf: Self.due(150))
    let mapped = Self.due(1_000)
    #expect(outgoing.firstDue(askedFrom: Self.time(0), mapped: mapped) == Self.due(190))
    outgoing.forget(before: Self.due(191))
    #expect(outgoing.firstDue(askedFrom: Self.time(0), mapped: mapped) == mapped)
  }

  @Test func `a note that may have begun is named, one that is still to come is not`() {
    var outgoing = Outgoing()
    for (note, time) in [(36, 100), (38, 200)] as [(UInt8, Int64)] {
      outgoing.scheduled(
        Self.event(Self.noteOn(note), at: time), at: Self.due(time), asOf: Self.due(0))
    }
    let keys = outgoing.withdrew(
      from: Self.due(90), askedFrom: Self.time(90), asOf: Self.due(110))
    #expect(keys == [SoundingNotes.Key(channel: 9, note: 36)])
    #expect(outgoing.notes.keys(soundingAt: Self.due(1_000)) == keys)
  }

  @Test func `what waits for the kernel is withdrawn by the time it was asked for`() {
    var outgoing = Outgoing()
    outgoing.backlog = [50, 99, 100, 150].map { Self.event(Self.noteOn(36), at: $0) }
    _ = outgoing.withdrew(from: Self.due(0), askedFrom: Self.time(100), asOf: Self.due(0))
    #expect(outgoing.backlog.map(\.time) == [Self.time(50), Self.time(99)])
  }
}
