internal import ALSAGate
internal import MIDI
internal import MusicalTime
internal import Ports
internal import RealTime

/// The way of received messages to the engine, and the note-offs that may have been lost on it.
struct IncomingMessages: ~Copyable {
  /// Whether lost messages may have included note-offs, so that sounding notes must be released.
  private(set) var owesRelease = false
  private var ring: RingWriter<TimedMessage>
  private let counters: SequencerCounters
  /// Channels, from 0, whose notes are released.
  private let channels: [UInt8]

  init(
    _ ring: consuming RingWriter<TimedMessage>, releasing channels: [UInt8],
    counters: SequencerCounters
  ) {
    self.ring = ring
    self.channels = channels
    self.counters = counters
  }

  /// Messages were lost before they came here.
  mutating func hasLostMessages() { owesRelease = true }

  mutating func push(_ message: TimedMessage) {
    guard !ring.push(message) else { return }
    counters.inputDropped.add()
    owesRelease = true
  }

  /// Releases the notes of a source that has disappeared or whose note-offs may be lost, as soon as
  /// there is room in the ring; `client` is our number.
  mutating func releaseNotes(client: UInt8) {
    owesRelease = false
    for channel in channels {
      let message = ShortMessage.controlChange(channel: channel, controller: 123, value: 0)
      let isTaken = ring.push(
        TimedMessage(
          time: HostTime.now(), message: message, source: .alsa(client: client, port: 0)))
      if !isTaken { owesRelease = true }
    }
  }
}
