public import MusicalTime

/// Converts between the time of a device's queue and `CLOCK_MONOTONIC`.
///
/// Both run at the same rate, except that the queue loses time when its timer is delayed (the
/// kernel counts a burst of missed ticks as one nanosecond each), so one offset relates them. It is
/// measured regularly and tracked slowly, so that the uncertainty of a measurement does not disturb
/// what is scheduled. Real-time: yes.
public struct QueueClock: BitwiseCopyable, Sendable {
  /// Nanoseconds since the queue was started.
  public struct QueueTime: BitwiseCopyable, Sendable, Hashable, Comparable {
    /// Negative before the queue was started.
    public var nanoseconds: Int64

    /// `nanoseconds` after the start.
    @_noLocks public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The earlier time is the lesser.
    @_noLocks public static func < (a: QueueTime, b: QueueTime) -> Bool {
      a.nanoseconds < b.nanoseconds
    }
    /// Equal times have equal nanoseconds.
    @_noLocks public static func == (a: QueueTime, b: QueueTime) -> Bool {
      a.nanoseconds == b.nanoseconds
    }
  }

  /// A reading of the queue's time between two readings of the host's.
  public struct Bracket: BitwiseCopyable, Sendable {
    /// The host's time before the queue's was read.
    public var before: HostTime
    /// The queue's time.
    public var queue: QueueTime
    /// The host's time after the queue's was read.
    public var after: HostTime

    /// The three readings.
    @_noLocks public init(before: HostTime, queue: QueueTime, after: HostTime) {
      self.before = before
      self.queue = queue
      self.after = after
    }

    /// The duration of the reading, which is twice the maximum error of `offset`.
    public var width: Int64 { @_noLocks get { before.distance(to: after).nanoseconds } }

    /// Queue time minus host time, assuming that the queue was read half way.
    public var offset: Int64 {
      @_noLocks get { queue.nanoseconds &- before.nanoseconds &- width / 2 }
    }
  }

  /// Differences up to this are measurement errors, and ignored.
  public static var deadband: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 20_000) }
  }
  /// A measurement moves the clock by a quarter of the difference, but at least by this.
  public static var slew: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 20_000) }
  }
  /// A difference from here on is a jump, and applied at once.
  public static var jump: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 3_000_000) }
  }

  /// Queue time minus host time, in nanoseconds.
  public private(set) var offset: Int64

  /// A clock with the offset of `bracket`.
  @_noLocks public init(_ bracket: Bracket) { offset = bracket.offset }

  /// Moves the clock towards the offset of `bracket`, and returns by how much.
  ///
  /// Differences within the deadband are ignored; a jump is applied completely.
  @_noLocks @discardableResult
  public mutating func follow(_ bracket: Bracket) -> HostTime.Interval {
    let error = bracket.offset &- offset
    let doubt = QueueClock.deadband.nanoseconds &+ bracket.width / 2
    let step: Int64
    if error.magnitude >= QueueClock.jump.nanoseconds.magnitude &+ doubt.magnitude {
      step = error
    } else if error.magnitude <= doubt.magnitude {
      step = 0
    } else {
      let excess = error > 0 ? error &- doubt : error &+ doubt
      let limit = max(
        QueueClock.slew.nanoseconds, Int64(truncatingIfNeeded: excess.magnitude / 4))
      step = max(-limit, min(limit, excess))
    }
    offset &+= step
    return HostTime.Interval(nanoseconds: step)
  }

  /// The queue's time at `host`; negative before the queue was started.
  @_noLocks public func queueTime(at host: HostTime) -> QueueTime {
    QueueTime(nanoseconds: host.nanoseconds &+ offset)
  }

  /// The host's time at `queue`.
  @_noLocks public func hostTime(at queue: QueueTime) -> HostTime {
    HostTime(nanoseconds: queue.nanoseconds &- offset)
  }
}

extension QueueClock {
  /// Selects the most accurate of several readings.
  ///
  /// A kernel queue counts from its last tick, when that was handled, so its time can be late but
  /// never early. The reading with the largest certain offset is the most accurate. Real-time: yes.
  public struct Survey: BitwiseCopyable, Sendable {
    /// The most accurate reading so far, or nil.
    public private(set) var best: Bracket?

    /// No reading so far.
    @_noLocks public init() {}

    /// Keeps `bracket` if its certain offset is larger than those before.
    @_noLocks public mutating func add(_ bracket: Bracket) {
      guard let known = best else {
        best = bracket
        return
      }
      if bracket.leastOffset > known.leastOffset { best = bracket }
    }
  }
}

extension QueueClock.Bracket {
  /// The lower bound of the offset, for any moment of reading within the bracket.
  fileprivate var leastOffset: Int64 {
    @_noLocks get { queue.nanoseconds &- after.nanoseconds }
  }
}
