internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MIDI
internal import MusicalTime
internal import Ports
internal import RealTime

extension SequencerPump {
  /// The maximum number of events sent before input is handled.
  private static let roundSize = 2_048
  /// Longer than the kernel usually needs to deliver due events: a few periods of the queue.
  private static let settling: Int64 = 1_000_000
  /// The factor of `settling` after which waiting for the queue is given up.
  private static let patience = 200

  /// Sends the ring's events to the kernel.
  func transmit() {
    retryBacklog()
    for _ in 0..<SequencerPump.roundSize {
      guard let event = output.pop() else { return }
      lastTraffic = HostTime.now()
      take(event)
    }
  }

  private func take(_ event: OutgoingEvent) {
    if event.action == .withdraw { return withdraw(from: event.time) }
    // The backlog is sent first, to preserve the order.
    guard outgoing.backlog.isEmpty else { return wait(event) }
    if schedule(event) == -EAGAIN { wait(event) }
  }

  private func wait(_ event: OutgoingEvent) {
    guard outgoing.backlog.count < Outgoing.backlogLimit else {
      counters.outputDropped.add()
      return
    }
    counters.outputDelayed.add()
    outgoing.backlog.append(event)
  }

  private func retryBacklog() {
    guard !outgoing.backlog.isEmpty else { return }
    let sent = outgoing.backlog.prefix { schedule($0) != -EAGAIN }.count
    outgoing.backlog.removeFirst(sent)
  }

  /// Schedules `event`; a past time is sent immediately, but in order.
  ///
  /// (Sent without the queue, it could overtake a message that is due but waits for the timer.)
  /// Returns the kernel's result. The corresponding C function is `snd_seq_event_output_direct`.
  private func schedule(_ event: OutgoingEvent) -> Int32 {
    let port = event.port == .notes ? ports.notes : ports.clock
    guard var message = unsafe snd_seq_event_t(event.message, from: port) else { return 0 }
    let due = clock.queueTime(at: event.time)
    unsafe message.schedule(on: queue, at: due)
    let result = unsafe snd_seq_event_output_direct(handle.pointer, &message)
    if result >= 0 {
      counters.sent.add()
      outgoing.scheduled(event, at: due, asOf: clock.queueTime(at: .now()))
    } else if result != -EAGAIN {
      counters.outputDropped.add()
    }
    return result
  }

  private func withdraw(from time: HostTime) {
    let mapped = clock.queueTime(at: time)
    let due = outgoing.firstDue(askedFrom: time, mapped: mapped)
    try? handle.removeEvents(of: queue, from: due)
    // Events due by now may have been sent and not withdrawn. The queue's own time tells for
    // certain: it does not deliver anything that is in its future.
    let began = outgoing.withdrew(from: due, askedFrom: time, asOf: queueReading())
    for key in began {
      take(
        OutgoingEvent(
          action: .send, port: .notes, message: .noteOff(channel: key.channel, note: key.note),
          time: HostTime(nanoseconds: 0)))
    }
  }

  private func queueReading() -> QueueClock.QueueTime {
    (try? handle.bracket(queue: queue))?.queue ?? clock.queueTime(at: .now())
  }

  /// Withdraws all unsent events, ends sounding notes, and frees the queue.
  ///
  /// Everything due before one cut time is certain to be sent; the queue is given time for that,
  /// because its timer may be late.
  func shutDown() {
    serveSurface()
    transmit()
    let cut = soon()
    try? handle.removeEvents(of: queue, from: cut)
    for _ in 0..<SequencerPump.patience {
      if handle.pendingCount(of: queue) == 0 { break }
      usleep(UInt32(SequencerPump.settling / 1_000))
    }
    // From here on only we start or end notes.
    handle.freeQueue(queue)
    // Nothing due before was withdrawn, so the state of each note is certain.
    _ = outgoing.notes.withdrew(from: cut, asOf: QueueClock.QueueTime(nanoseconds: 0))
    for key in outgoing.notes.keys(soundingAt: cut) {
      let off = ShortMessage.noteOff(channel: key.channel, note: key.note)
      guard var event = unsafe snd_seq_event_t(off, from: ports.notes) else { continue }
      _ = unsafe snd_seq_event_output_direct(handle.pointer, &event)
    }
  }

  private func soon() -> QueueClock.QueueTime {
    QueueClock.QueueTime(nanoseconds: queueReading().nanoseconds + SequencerPump.settling)
  }
}
