public import MIDI

/// Remembers which notes an output that schedules ahead has sounding, so that exactly those can be
/// ended. Times are the output's own.
public struct SoundingNotes: Sendable {
  /// One key of one channel.
  public struct Key: BitwiseCopyable, Sendable, Hashable {
    public var channel: UInt8
    public var note: UInt8

    public init(channel: UInt8, note: UInt8) {
      self.channel = channel
      self.note = note
    }
  }

  private struct Change {
    var time: QueueClock.QueueTime
    var key: Key
    var isOn: Bool
    /// For a note-off that the output makes itself: the moment of the note-on it belongs to.
    var noteOn: QueueClock.QueueTime?
  }

  /// In the order of their time; of equal times the one asked for first leads.
  private var changes: [Change] = []
  private var sounding: Set<Key> = []

  public init() {}

  /// Takes note of a message that is to leave at `time`; what is no note passes by.
  public mutating func scheduled(_ message: ShortMessage, at time: QueueClock.QueueTime) {
    let key = Key(channel: message.channel, note: message.data1)
    switch message.kind {
    case 0x90: insert(Change(time: time, key: key, isOn: message.data2 > 0))
    case 0x80: insert(Change(time: time, key: key, isOn: false))
    default: break
    }
  }

  /// Takes note of a note-on at `time` that the output ends by itself at `end`.
  public mutating func scheduled(
    _ noteOn: ShortMessage, at time: QueueClock.QueueTime, until end: QueueClock.QueueTime
  ) {
    let key = Key(channel: noteOn.channel, note: noteOn.data1)
    insert(Change(time: time, key: key, isOn: true))
    insert(Change(time: end, key: key, isOn: false, noteOn: time))
  }

  /// Forgets the note-ons at or after `time`, with the ends that the output would have made.
  public mutating func withdrew(from time: QueueClock.QueueTime) {
    changes.removeAll { change in
      if let noteOn = change.noteOn { noteOn >= time } else { change.isOn && change.time >= time }
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

  private mutating func insert(_ change: Change) {
    let place = changes.lastIndex { $0.time <= change.time }.map { $0 + 1 } ?? 0
    changes.insert(change, at: place)
  }
}
