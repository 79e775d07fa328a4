internal import ALSAGate
internal import CALSA
internal import MIDI
internal import MusicalTime
internal import RealTime
internal import Sequencing

extension SequencerPump {
  /// The most that is taken in before it is the output's turn.
  private static let roundSize = 4_096

  /// Takes in what has come: messages to the ring, announcements to the wiring.
  func receive() {
    for _ in 0..<SequencerPump.roundSize {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = unsafe snd_seq_event_input(handle.pointer, &event)
      if result == -ENOSPC {
        // Announcements may be among what was lost.
        counters.overruns.add()
        mustScan = true
        mustRelease = true
        continue
      }
      guard result >= 0, let event = unsafe event else { return }
      unsafe receive(event.pointee)
    }
  }

  private func receive(_ event: snd_seq_event_t) {
    if unsafe event.dest.port == ports.watch {
      if let announcement = unsafe event.announcement { handle(announcement) }
      return
    }
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

  /// Ends on the instrument what a source that has gone can no longer end, or whose end was lost.
  func releaseNotes() {
    mustRelease = false
    for channel in configuration.releasedChannels {
      let message = ShortMessage.controlChange(channel: channel, controller: 123, value: 0)
      push(
        TimedMessage(
          time: HostTime.now(), message: message, source: .alsa(client: handle.client, port: 0)))
    }
  }

  private func push(_ message: TimedMessage) {
    lastTraffic = HostTime.now()
    guard !input.push(message) else { return }
    counters.inputDropped.add()
    mustRelease = true
  }

  /// When the event happened, never before the one that came ahead of it.
  ///
  /// The kernel's reading can step back by microseconds where a tick of its timer came late.
  private func time(of event: snd_seq_event_t) -> HostTime {
    guard let stamp = unsafe event.stamp(of: queue) else { return HostTime.now() }
    let time = clock.hostTime(at: stamp)
    let stepBack = time.distance(to: lastInput).nanoseconds
    if stepBack <= 0 || stepBack > QueueClock.jump.nanoseconds { lastInput = time }
    return lastInput
  }
}

extension ShortMessage {
  /// Clock, Start, Continue, Stop or song position.
  fileprivate var isOfClock: Bool {
    switch status {
    case 0xF2, 0xF8, 0xFA, 0xFB, 0xFC: true
    default: false
    }
  }
}
