internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MIDI
internal import MusicalTime
internal import Ports
internal import RealTime

/// Sends the ring's events through the queue, in order and each at its time, and withdraws them.
struct QueueOutput: ~Copyable {
  private var ring: RingReader<OutgoingEvent>
  private let ports: SequencerOwnPorts
  private let counters: SequencerCounters
  private var outgoing = Outgoing()

  /// The maximum number of events sent before input is handled.
  private static let roundSize = 2_048
  /// Longer than the kernel usually needs to deliver due events: a few periods of the queue.
  private static let settling: Int64 = 1_000_000
  /// The factor of `settling` after which waiting for the queue is given up.
  private static let patience = 200

  init(
    _ ring: consuming RingReader<OutgoingEvent>, ports: SequencerOwnPorts,
    counters: SequencerCounters
  ) {
    self.ring = ring
    self.ports = ports
    self.counters = counters
  }

  /// Sends the ring's events to the kernel; false if there were none.
  mutating func transmit(
    on queue: MeasuredQueue, through handle: borrowing SequencerHandle
  ) -> Bool {
    retryBacklog(on: queue, through: handle)
    for round in 0..<Self.roundSize {
      guard let event = ring.pop() else { return round > 0 }
      take(event, on: queue, through: handle)
    }
    return true
  }

  private mutating func take(
    _ event: OutgoingEvent, on queue: MeasuredQueue, through handle: borrowing SequencerHandle
  ) {
    if event.action == .withdraw { return withdraw(from: event.time, on: queue, through: handle) }
    // The backlog is sent first, to preserve the order.
    guard outgoing.backlog.isEmpty else { return wait(event) }
    if schedule(event, on: queue, through: handle) == -EAGAIN { wait(event) }
  }

  private mutating func wait(_ event: OutgoingEvent) {
    guard outgoing.backlog.count < Outgoing.backlogLimit else {
      counters.outputDropped.add()
      return
    }
    counters.outputDelayed.add()
    outgoing.backlog.append(event)
  }

  private mutating func retryBacklog(
    on queue: MeasuredQueue, through handle: borrowing SequencerHandle
  ) {
    var sent = 0
    while sent < outgoing.backlog.count,
      schedule(outgoing.backlog[sent], on: queue, through: handle) != -EAGAIN
    {
      sent += 1
    }
    outgoing.backlog.removeFirst(sent)
  }

  /// Schedules `event`; a past time is sent immediately, but in order.
  ///
  /// (Sent without the queue, it could overtake a message that is due but waits for the timer.)
  /// Returns the kernel's result. The corresponding C function is `snd_seq_event_output_direct`.
  private mutating func schedule(
    _ event: OutgoingEvent, on queue: MeasuredQueue, through handle: borrowing SequencerHandle
  ) -> Int32 {
    let port = event.port == .notes ? ports.notes : ports.clock
    guard var message = unsafe snd_seq_event_t(event.message, from: port) else { return 0 }
    let due = queue.clock.queueTime(at: event.time)
    unsafe message.schedule(on: queue.number, at: due)
    let result = unsafe snd_seq_event_output_direct(handle.pointer, &message)
    if result >= 0 {
      counters.sent.add()
      outgoing.scheduled(event, at: due, asOf: queue.clock.queueTime(at: .now()))
    } else if result != -EAGAIN {
      counters.outputDropped.add()
    }
    return result
  }

  private mutating func withdraw(
    from time: HostTime, on queue: MeasuredQueue, through handle: borrowing SequencerHandle
  ) {
    let mapped = queue.clock.queueTime(at: time)
    let due = outgoing.firstDue(askedFrom: time, mapped: mapped)
    try? handle.removeEvents(of: queue.number, from: due)
    // Events due by now may have been sent and not withdrawn. The queue's own time tells for
    // certain: it does not deliver anything that is in its future.
    let now = queue.reading(through: handle)
    for key in outgoing.withdrew(from: due, askedFrom: time, asOf: now) {
      let off = OutgoingEvent(
        action: .send, port: .notes, message: .noteOff(channel: key.channel, note: key.note),
        time: HostTime(nanoseconds: 0))
      take(off, on: queue, through: handle)
    }
  }

  /// Forgets events that have been sent.
  mutating func forget(before now: QueueClock.QueueTime) { outgoing.forget(before: now) }

  /// Withdraws all unsent events, ends sounding notes, and frees the queue.
  ///
  /// Everything due before one cut time is certain to be sent; the queue is given time for that,
  /// because its timer may be late.
  mutating func shutDown(on queue: MeasuredQueue, through handle: borrowing SequencerHandle) {
    _ = transmit(on: queue, through: handle)
    let now = queue.reading(through: handle)
    let cut = QueueClock.QueueTime(nanoseconds: now.nanoseconds + Self.settling)
    try? handle.removeEvents(of: queue.number, from: cut)
    for _ in 0..<Self.patience {
      if handle.pendingCount(of: queue.number) == 0 { break }
      usleep(UInt32(Self.settling / 1_000))
    }
    // From here on only we start or end notes.
    handle.freeQueue(queue.number)
    // Nothing due before was withdrawn, so the state of each note is certain.
    _ = outgoing.notes.withdrew(from: cut, asOf: QueueClock.QueueTime(nanoseconds: 0))
    for key in outgoing.notes.keys(soundingAt: cut) {
      let off = ShortMessage.noteOff(channel: key.channel, note: key.note)
      guard var event = unsafe snd_seq_event_t(off, from: ports.notes) else { continue }
      _ = unsafe snd_seq_event_output_direct(handle.pointer, &event)
    }
  }
}
