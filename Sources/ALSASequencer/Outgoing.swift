internal import MIDI
internal import MusicalTime
internal import Ports

/// What the kernel holds of ours, as far as we must know it.
struct Outgoing {
  /// One message in the queue: when it was asked for, and when it is due there.
  struct Pending {
    var asked: HostTime
    var due: QueueClock.QueueTime
  }

  /// Messages that the kernel had no room for, in the order they were asked for.
  var backlog: [OutgoingEvent] = []
  var notes = SoundingNotes()
  private var pending: [Pending] = []

  /// The most that waits for room; what comes on top is dropped.
  static let backlogLimit = 8_192

  mutating func scheduled(
    _ event: OutgoingEvent, at due: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) {
    pending.append(Pending(asked: event.time, due: due))
    notes.scheduled(event.message, at: due, asOf: now)
  }

  /// From when on the queue must be cleared to take back what was asked for at or after `time`.
  ///
  /// The clock may have moved since a message was scheduled: its own due time counts, or it would
  /// stay and be sent twice.
  func firstDue(askedFrom time: HostTime, mapped: QueueClock.QueueTime) -> QueueClock.QueueTime {
    pending.reduce(mapped) { $1.asked >= time ? min($0, $1.due) : $0 }
  }

  /// Forgets what was taken back: all due at or after `due` that had not left. Returns the keys that
  /// may have begun before it could be, whose end is still to be sent.
  mutating func withdrew(
    from due: QueueClock.QueueTime, askedFrom time: HostTime, asOf now: QueueClock.QueueTime
  ) -> [SoundingNotes.Key] {
    pending.removeAll { $0.due >= due }
    backlog.removeAll { $0.time >= time }
    return notes.withdrew(from: due, asOf: now)
  }

  /// Lets go of what has left.
  mutating func forget(before now: QueueClock.QueueTime) {
    pending.removeAll { $0.due < now }
    notes.forget(before: now)
  }
}
