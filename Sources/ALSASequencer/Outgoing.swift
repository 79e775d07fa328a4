internal import MIDI
internal import MusicalTime
internal import Ports

/// Tracks which of our events are in the kernel's queue.
struct Outgoing {
  /// A message in the queue: the requested time, and the time it is due in the queue.
  struct Pending {
    var asked: HostTime
    var due: QueueClock.QueueTime
  }

  /// Messages for which the kernel had no room, in the order they were requested.
  var backlog: [OutgoingEvent] = []
  var notes = SoundingNotes()
  private var pending: [Pending] = []

  /// The maximum length of the backlog; further messages are dropped.
  static let backlogLimit = 8_192

  mutating func scheduled(
    _ event: OutgoingEvent, at due: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) {
    pending.append(Pending(asked: event.time, due: due))
    notes.scheduled(event.message, at: due, asOf: now)
  }

  /// The queue time from which the queue must be cleared to withdraw what was requested at or after
  /// `time`.
  ///
  /// The clock mapping may have changed since a message was scheduled: its own due time counts, or
  /// it would stay and be sent twice.
  func firstDue(askedFrom time: HostTime, mapped: QueueClock.QueueTime) -> QueueClock.QueueTime {
    pending.reduce(mapped) { $1.asked >= time ? min($0, $1.due) : $0 }
  }

  /// Removes what was withdrawn: messages due at or after `due` that had not been sent. Returns the
  /// keys whose note may have started before, so that a note-off is still needed.
  mutating func withdrew(
    from due: QueueClock.QueueTime, askedFrom time: HostTime, asOf now: QueueClock.QueueTime
  ) -> [SoundingNotes.Key] {
    pending.removeAll { $0.due >= due }
    backlog.removeAll { $0.time >= time }
    return notes.withdrew(from: due, asOf: now)
  }

  /// Forgets messages that have been sent.
  mutating func forget(before now: QueueClock.QueueTime) {
    pending.removeAll { $0.due < now }
    notes.forget(before: now)
  }
}
