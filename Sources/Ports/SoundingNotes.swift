public import MIDI

/// Remembers which notes an output that schedules ahead has sounding, so that exactly those can be
/// ended. Times are the output's own.
///
/// What the output does with two messages of one key is known only in part: it keeps what it holds
/// in the order of the due times, and of equal ones in the order of asking; but what is asked for
/// late leaves at once, and whether before or after something due about then can't be told. So a
/// note counts as ended only by an end that surely left after it. One end too many harms nothing,
/// a note that hangs does.
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

  /// When something was asked for, as a number and as a time, and when it is due.
  private struct Request {
    var number: Int
    var asked: QueueClock.QueueTime
    var due: QueueClock.QueueTime
    /// When it leaves if the output is in time.
    var leaving: QueueClock.QueueTime { max(asked, due) }

    /// It leaves after `other`, whatever the output's lateness.
    func surelyFollows(_ other: Request) -> Bool {
      if number > other.number && due >= other.due { return true }
      return other.isLongGone(at: leaving)
    }

    func isLongGone(at time: QueueClock.QueueTime) -> Bool {
      leaving.nanoseconds + SoundingNotes.lateness < time.nanoseconds
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

  /// The output may be this late, and the readings of its time be this wrong, in nanoseconds.
  private static let lateness: Int64 = 20_000_000

  /// Nothing sounds.
  public init() {}

  /// Takes note of a message asked for at `now` to leave at `due`; what is no note passes by.
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

  /// Forgets what is due at or after `time`, which was taken back. Returns the keys, in rising order,
  /// that may have begun before: what was due by `now` may have left.
  ///
  /// Those are still taken to sound. An end that was due may not have left and ends nothing.
  public mutating func withdrew(
    from time: QueueClock.QueueTime, asOf now: QueueClock.QueueTime
  ) -> [Key] {
    let mayHaveBegun = beginnings.filter { $0.request.due >= time && $0.request.due <= now }
    beginnings.removeAll { $0.request.due >= time && $0.request.due > now }
    ends.removeAll { $0.request.due >= time }
    return Set(mayHaveBegun.map(\.key)).sorted { ($0.channel, $0.note) < ($1.channel, $1.note) }
  }

  /// The keys that sound when all due before `time` has left, and nothing else, in rising order.
  public func keys(soundingAt time: QueueClock.QueueTime) -> [Key] {
    let gone = ends.filter { $0.request.due < time }
    let sounding = beginnings.filter { beginning in
      beginning.request.due < time && !gone.contains { $0.surelyEnds(beginning) }
    }
    return Set(sounding.map(\.key)).sorted { ($0.channel, $0.note) < ($1.channel, $1.note) }
  }

  /// Lets go of what ended, or began anew, long before `now`.
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
    // Before the output's time began means at once, however long before.
    return Request(number: count, asked: now, due: max(due, QueueClock.QueueTime(nanoseconds: 0)))
  }
}
