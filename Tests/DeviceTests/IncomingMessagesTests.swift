import MIDI
import MusicalTime
import Ports
import RealTime
import Testing

@testable import ALSASequencer

@Suite struct IncomingMessagesTests {
  private static func message(_ note: UInt8) -> TimedMessage {
    TimedMessage(
      time: HostTime(nanoseconds: 0), message: .noteOff(channel: 9, note: note),
      source: .alsa(client: 20, port: 0))
  }

  @Test func `a message that finds no room leaves a release owed until there is room for it`() {
    let ring = Ring<TimedMessage>(minimumCapacity: 2)
    var engine = ring.reader
    let counters = SequencerCounters()
    var incoming = IncomingMessages(ring.writer, releasing: [9], counters: counters)
    for note: UInt8 in [36, 38] { incoming.push(Self.message(note)) }
    var owed = [incoming.owesRelease]
    incoming.push(Self.message(42))
    owed.append(incoming.owesRelease)
    #expect(counters.inputDropped.value == 1)

    incoming.releaseNotes(client: 128)
    owed.append(incoming.owesRelease)

    while engine.pop() != nil {}
    incoming.releaseNotes(client: 128)
    owed.append(incoming.owesRelease)
    #expect(owed == [false, true, true, false], "two fit, one does not, still full, room again")
    let released = engine.pop()
    #expect(released?.message == .controlChange(channel: 9, controller: 123, value: 0))
    #expect(released?.source == .alsa(client: 128, port: 0))
  }
}
