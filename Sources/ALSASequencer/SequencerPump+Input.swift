internal import ALSAGate
internal import CALSA
internal import MIDI
internal import MusicalTime
internal import Ports
internal import RealTime

extension SequencerPump {
  /// The maximum number of events received before output is handled.
  private static let roundSize = 4_096

  /// Receives pending events: messages go to the ring, announcements to the automatic connections.
  func receive() {
    defer { if incoming.owesRelease { releaseNotes() } }
    for _ in 0..<SequencerPump.roundSize {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = unsafe snd_seq_event_input(handle.pointer, &event)
      if result == -ENOSPC {
        // Announcements may have been lost too.
        counters.overruns.add()
        connections.hasMissedAnnouncements()
        incoming.hasLostMessages()
        continue
      }
      guard result >= 0, let event = unsafe event else { return }
      unsafe receive(event.pointee)
    }
  }

  private func receive(_ event: snd_seq_event_t) {
    if unsafe event.dest.port == ports.watch {
      // Any client may send to this port; only the system's announcements are trusted.
      guard unsafe SequencerPatchbay.Address(event.source) == .announcements else { return }
      if let announcement = unsafe event.announcement { handle(announcement) }
      return
    }
    if unsafe event.dest.port == ports.surface { return unsafe receiveSurface(event) }
    // Our own events come back if a user connects us to ourselves; passing them on would create an
    // endless loop.
    guard unsafe event.source.client != handle.client else { return }
    let isClockInput = unsafe event.dest.port == ports.clockInput
    switch unsafe event.incoming {
    case .message(let message) where isClockInput && !message.isClockOrTransport: break
    case .message(let message):
      let (client, port) = unsafe (event.source.client, event.source.port)
      let source =
        isClockInput
        ? MessageSource.alsaClock(client: client, port: port)
        : MessageSource.alsa(client: client, port: port)
      let time = unsafe clock.time(of: event)
      clock.noteTraffic()
      incoming.push(TimedMessage(time: time, message: message, source: source))
      counters.received.add()
    case .sysEx: if !isClockInput { counters.sysExDropped.add() }
    case .ignored: break
    }
  }

  /// Releases the notes of a source that has disappeared or whose note-offs may be lost, as soon as
  /// there is room in the ring.
  func releaseNotes() {
    incoming.releaseNotes(client: handle.client)
    clock.noteTraffic()
  }
}
