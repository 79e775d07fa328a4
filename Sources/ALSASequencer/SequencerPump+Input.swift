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
    defer { if owesRelease { releaseNotes() } }
    for _ in 0..<SequencerPump.roundSize {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = unsafe snd_seq_event_input(handle.pointer, &event)
      if result == -ENOSPC {
        // Announcements may have been lost too.
        counters.overruns.add()
        mustScan = true
        owesRelease = true
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
    case .message(let message) where isClockInput && !message.isOfClock: break
    case .message(let message):
      let (client, port) = unsafe (event.source.client, event.source.port)
      let source =
        isClockInput
        ? MessageSource.alsaClock(client: client, port: port)
        : MessageSource.alsa(client: client, port: port)
      unsafe push(TimedMessage(time: time(of: event), message: message, source: source))
      counters.received.add()
    case .sysEx: if !isClockInput { counters.sysExDropped.add() }
    case .ignored: break
    }
  }

  /// Releases the notes of a source that has disappeared or whose note-offs may be lost, as soon as
  /// there is room in the ring.
  func releaseNotes() {
    owesRelease = false
    for channel in configuration.releasedChannels {
      let message = ShortMessage.controlChange(channel: channel, controller: 123, value: 0)
      let isTaken = input.push(
        TimedMessage(
          time: HostTime.now(), message: message, source: .alsa(client: handle.client, port: 0)))
      if !isTaken { owesRelease = true }
    }
    lastTraffic = HostTime.now()
  }

  private func push(_ message: TimedMessage) {
    lastTraffic = HostTime.now()
    guard !input.push(message) else { return }
    counters.inputDropped.add()
    owesRelease = true
  }

  /// The time of the event, never before that of the previous one.
  ///
  /// The kernel's clock can step back by microseconds if a tick of its timer was late.
  func time(of event: snd_seq_event_t) -> HostTime {
    guard let stamp = unsafe event.stamp(of: queue.number) else { return HostTime.now() }
    let time = queue.clock.hostTime(at: stamp)
    let stepBack = time.distance(to: lastInput).nanoseconds
    if stepBack <= 0 || stepBack > QueueClock.jump.nanoseconds { lastInput = time }
    return lastInput
  }
}

extension ShortMessage {
  /// Whether it is clock, Start, Continue, Stop or song position.
  fileprivate var isOfClock: Bool {
    switch status {
    case 0xF2, 0xF8, 0xFA, 0xFB, 0xFC: true
    default: false
    }
  }
}
