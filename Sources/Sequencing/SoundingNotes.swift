public import MIDI

/// Remembers which notes an output that schedules ahead has sounding, so that exactly those can be
/// ended. Times are the output's own.
public struct SoundingNotes: Sendable {
  /// One key of one channel.
  public struct Key: BitwiseCopyable, Sendable, Hashable {
    /// 0 to 15.
    public var channel: UInt8
    /// 0 to 127.
    public var note: UInt8

    public init(channel: UInt8, note: UInt8) {
      self.channel = channel
      self.note = note
    }
  }

  private struct Change {
    /// When it was asked for: what is taken back goes by this.
    var due: QueueClock.QueueTime
    /// When it leaves, as far as can be known.
    var time: QueueClock.QueueTime
    var key: Key
    var isOn: Bool
    /// For a note-off that the output makes itself: when its note-on was asked for.
    var noteOn: QueueClock.QueueTime?
    /// Due before the output's time began: it left when it was asked for, however late the timer.
    var leftAtOnce: Bool { due.nanoseconds <= 0 }
  }

  /// In the order of their time; of equal times the one asked for first leads.
  private var changes: [Change] = []
  private var sounding: Set<Key> = []
  private let doubt: Int64

  /// The output may be this late, in nanoseconds, with what is due: an end that is asked for too
  /// late can overtake a beginning that still waits.
  private static let lateness: Int64 = 10_000_000

  /// For an output that looks at what is due once in `period` nanoseconds.
  ///
  /// What is asked for too late leaves at once, and whether before or after something else due
  /// within that period can't be told. There a note is taken to sound: one end too many harms
  /// nothing, a note that hangs does.
  public init(period: Int64) { doubt = period }

  /// Takes note of a message asked for at `now` to leave at `due`; what is no note passes by.
  public mutating func scheduled(
    _ message: ShortMessage, at due: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) {
    let key = Key(channel: message.channel, note: message.data1)
    switch message.kind {
    case 0x90 where message.data2 > 0:
      insert(Change(due: due, time: beginning(due, now), key: key, isOn: true))
    case 0x80, 0x90:
      let earliest = QueueClock.QueueTime(
        nanoseconds: now.nanoseconds - SoundingNotes.lateness)
      // It cannot have overtaken what had already left.
      let begun = changes.last { $0.key == key && $0.isOn && $0.leftAtOnce }?.time ?? earliest
      insert(Change(due: due, time: max(due, earliest, begun), key: key, isOn: false))
    default: break
    }
  }

  /// Takes note of a note-on asked for at `now` to leave at `due`, which the output itself ends at
  /// `end`.
  public mutating func scheduled(
    _ noteOn: ShortMessage, at due: QueueClock.QueueTime, until end: QueueClock.QueueTime,
    asOf now: QueueClock.QueueTime
  ) {
    let key = Key(channel: noteOn.channel, note: noteOn.data1)
    let time = beginning(due, now)
    insert(Change(due: due, time: time, key: key, isOn: true))
    insert(Change(due: end, time: max(time, end), key: key, isOn: false, noteOn: due))
  }

  /// Forgets the note-ons due at or after `time`, with the ends that the output would have made.
  ///
  /// What was due by `now` may have left before it could be taken back: such a note is still taken
  /// to sound, and its end, which may never come, to end nothing.
  public mutating func withdrew(
    from time: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) {
    let doubtful = QueueClock.QueueTime(
      nanoseconds: max(time.nanoseconds, now.nanoseconds - SoundingNotes.lateness))
    changes.removeAll { change in
      if let noteOn = change.noteOn { return noteOn >= doubtful }
      return change.isOn && change.due >= time && change.due > now
    }
  }

  /// Plays what lies before `time`, and answers the keys that sound then, in rising order.
  public mutating func keys(soundingAt time: QueueClock.QueueTime) -> [Key] {
    advance(to: time)
    return sounding.sorted { ($0.channel, $0.note) < ($1.channel, $1.note) }
  }

  /// Plays what lies before `time`, so that only what is to come is kept.
  public mutating func advance(to time: QueueClock.QueueTime) {
    let past = changes.prefix { $0.time < time }
    guard !past.isEmpty else { return }
    for change in past {
      if change.isOn { sounding.insert(change.key) } else { sounding.remove(change.key) }
    }
    changes.removeFirst(past.count)
  }

  private func beginning(
    _ due: QueueClock.QueueTime, _ now: QueueClock.QueueTime
  ) -> QueueClock.QueueTime {
    max(due, QueueClock.QueueTime(nanoseconds: now.nanoseconds + doubt))
  }

  private mutating func insert(_ change: Change) {
    let place = changes.lastIndex { $0.time <= change.time }.map { $0 + 1 } ?? 0
    changes.insert(change, at: place)
  }
}
