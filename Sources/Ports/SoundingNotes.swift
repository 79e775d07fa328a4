public import MIDI

/// Tracks which notes sound on an output that schedules ahead, so that exactly those can be ended.
/// Times are the output's own.
///
/// The order of two messages for one key is only partly known: the output sends scheduled messages
/// in the order of their due times, equal ones in the order of scheduling; but a late message is
/// sent immediately, and whether before or after another one due at that time is unknown. So a note
/// counts as ended only by a note-off that was certainly sent after it. An extra note-off does no
/// harm, a hanging note does.
public struct SoundingNotes: Sendable {
  /// A note number on a channel.
  public struct Key: BitwiseCopyable, Sendable, Hashable {
    /// 0 to 15.
    public var channel: UInt8
    /// 0 to 127.
    public var note: UInt8

    /// The channel counts from 0.
    public init(channel: UInt8, note: UInt8) {
      self.channel = channel
      self.note = note
    }
  }

  /// The number and time of a scheduling call, and the time at which the message is due.
  private struct Request {
    var number: Int
    var asked: QueueClock.QueueTime
    var due: QueueClock.QueueTime
    /// When it is sent if the output is on time.
    var sendTime: QueueClock.QueueTime { max(asked, due) }

    /// Whether it is sent after `other`, however late the output is.
    func surelyFollows(_ other: Request) -> Bool {
      if number > other.number && due >= other.due { return true }
      return other.isLongGone(at: sendTime)
    }

    func isLongGone(at time: QueueClock.QueueTime) -> Bool {
      sendTime.nanoseconds + SoundingNotes.lateness < time.nanoseconds
    }
  }

  private struct Beginning {
    var key: Key
    var request: Request
  }

  private struct End {
    var key: Key
    var request: Request

    func surelyEnds(_ beginning: Beginning) -> Bool {
      key == beginning.key && request.surelyFollows(beginning.request)
    }
  }

  private var beginnings: [Beginning] = []
  private var ends: [End] = []
  private var count = 0

  /// The maximum lateness of the output and error of its time, in nanoseconds.
  private static let lateness: Int64 = 20_000_000

  /// No note sounds.
  public init() {}

  /// Records a message scheduled at `now` for `due`; messages other than notes are ignored.
  public mutating func scheduled(
    _ message: ShortMessage, at due: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) {
    let key = Key(channel: message.channel, note: message.data1)
    switch message.kind {
    case 0x90 where message.data2 > 0:
      beginnings.append(Beginning(key: key, request: request(at: due, now)))
    case 0x80, 0x90: ends.append(End(key: key, request: request(at: due, now)))
    default: break
    }
  }

  /// Removes messages due at or after `time`, which were withdrawn. Returns the keys, in ascending
  /// order, whose note may have started before: those due by `now` may have been sent.
  ///
  /// They still count as sounding: a note-off that was due may not have been sent.
  public mutating func withdrew(
    from time: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) -> [Key] {
    let mayHaveBegun = beginnings.filter { $0.request.due >= time && $0.request.due <= now }
    beginnings.removeAll { $0.request.due >= time && $0.request.due > now }
    ends.removeAll { $0.request.due >= time }
    return Set(mayHaveBegun.map(\.key)).sorted { ($0.channel, $0.note) < ($1.channel, $1.note) }
  }

  /// The keys that sound after everything due before `time`, and nothing else, was sent; in
  /// ascending order.
  public func keys(soundingAt time: QueueClock.QueueTime) -> [Key] {
    let gone = ends.filter { $0.request.due < time }
    let sounding = beginnings.filter { beginning in
      beginning.request.due < time && !gone.contains { $0.surelyEnds(beginning) }
    }
    return Set(sounding.map(\.key)).sorted { ($0.channel, $0.note) < ($1.channel, $1.note) }
  }

  /// Forgets notes that ended, or were restarted, long before `now`.
  public mutating func forget(before now: QueueClock.QueueTime) {
    let ended = ends.filter { $0.request.isLongGone(at: now) }
    let begun = beginnings.filter { $0.request.isLongGone(at: now) }
    beginnings.removeAll { beginning in
      ended.contains { $0.surelyEnds(beginning) }
        || begun.contains {
          $0.key == beginning.key && $0.request.surelyFollows(beginning.request)
        }
    }
    ends.removeAll { $0.request.isLongGone(at: now) }
  }

  private mutating func request(
    at due: QueueClock.QueueTime, _ now: QueueClock.QueueTime
  ) -> Request {
    count += 1
    // A time before the output's start means immediately, however early.
    return Request(number: count, asked: now, due: max(due, QueueClock.QueueTime(nanoseconds: 0)))
  }
}
