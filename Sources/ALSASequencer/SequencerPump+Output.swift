internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MIDI
internal import MusicalTime
internal import Ports
internal import RealTime

extension SequencerPump {
  /// The most that is handed to the kernel before it is the input's turn.
  private static let roundSize = 2_048
  /// Longer than the kernel mostly needs to deliver what is due: some periods of the queue.
  private static let settling: Int64 = 1_000_000
  /// How many times as long the queue is given to run empty.
  private static let patience = 200

  /// Hands the kernel what the ring asks for.
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
    // What waits goes first: order is worth more than haste.
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

  /// Queues `event` at its time; one already past leaves at once, and still in its turn.
  ///
  /// (Sent past the queue it could overtake a message that is due but waits for the timer.)
  /// Answers the kernel's result. The corresponding C function is `snd_seq_event_output_direct`.
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
    // What was due by now may have left and was not taken back. The queue's own reading says so
    // for certain: it delivers nothing that it does not read as past.
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

  /// Takes back all that has not left, ends the notes that sound, and frees the queue.
  ///
  /// One cut tells for certain what leaves: all that is due before, for which the queue is waited
  /// for, since its timer may be late.
  func shutDown() {
    transmit()
    let cut = soon()
    try? handle.removeEvents(of: queue, from: cut)
    for _ in 0..<SequencerPump.patience {
      if handle.pendingCount(of: queue) == 0 { break }
      usleep(UInt32(SequencerPump.settling / 1_000))
    }
    // Nothing begins or ends from here on but by us.
    handle.freeQueue(queue)
    // Nothing due before has been taken back, so there is no doubt.
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
