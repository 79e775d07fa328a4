public import MusicalTime

/// Ties the time of a device's queue to `CLOCK_MONOTONIC`.
///
/// Both run at one rate but for what the queue loses when its timer is kept waiting (the kernel
/// counts a burst of missed ticks as one nanosecond each), so one offset ties them. It is measured again now and then and followed slowly, so that a measurement's own
/// uncertainty does not shake what is scheduled. Real-time: yes.
public struct QueueClock: BitwiseCopyable, Sendable {
  /// Nanoseconds since a queue began.
  public struct QueueTime: BitwiseCopyable, Sendable, Hashable, Comparable {
    /// Negative before the queue began.
    public var nanoseconds: Int64

    @_noLocks public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @_noLocks public static func < (a: QueueTime, b: QueueTime) -> Bool {
      a.nanoseconds < b.nanoseconds
    }
    @_noLocks public static func == (a: QueueTime, b: QueueTime) -> Bool {
      a.nanoseconds == b.nanoseconds
    }
  }

  /// A reading of the queue's time between two readings of the host's.
  public struct Bracket: BitwiseCopyable, Sendable {
    /// The host's time just before the queue's was read.
    public var before: HostTime
    /// What the queue read in between.
    public var queue: QueueTime
    /// The host's time just after.
    public var after: HostTime

    @_noLocks public init(before: HostTime, queue: QueueTime, after: HostTime) {
      self.before = before
      self.queue = queue
      self.after = after
    }

    /// How long the reading took: it bounds the error of `offset`, twice over.
    public var width: Int64 { @_noLocks get { before.distance(to: after).nanoseconds } }

    /// Queue time less host time, taking the reading to have happened half way.
    public var offset: Int64 {
      @_noLocks get { queue.nanoseconds &- before.nanoseconds &- width / 2 }
    }
  }

  /// Differences up to this are the measurement's, and are not followed.
  public static var deadband: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 20_000) }
  }
  /// One measurement moves the clock a quarter of the way, or this far where that is more.
  public static var slew: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 20_000) }
  }
  /// From here on the clock has jumped, and is followed at once.
  public static var jump: HostTime.Interval {
    @_noLocks get { HostTime.Interval(nanoseconds: 3_000_000) }
  }

  /// Queue time less host time, in nanoseconds.
  public private(set) var offset: Int64

  /// A clock that reads as `bracket` does.
  @_noLocks public init(_ bracket: Bracket) { offset = bracket.offset }

  /// Moves the clock towards what `bracket` says, and answers by how much.
  ///
  /// Within the deadband of its own uncertainty nothing moves; a jump is followed whole.
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

  /// The queue's time at `host`; negative before the queue began.
  @_noLocks public func queueTime(at host: HostTime) -> QueueTime {
    QueueTime(nanoseconds: host.nanoseconds &+ offset)
  }

  /// The host's time at `queue`.
  @_noLocks public func hostTime(at queue: QueueTime) -> HostTime {
    HostTime(nanoseconds: queue.nanoseconds &- offset)
  }
}

extension QueueClock {
  /// Readings of some moments, and the truest of them.
  ///
  /// A kernel's queue counts from its last tick as the tick was handled, so it reads as late as
  /// that was: never early. The reading that proves the queue farthest ahead lies nearest the truth.
  /// Real-time: yes.
  public struct Survey: BitwiseCopyable, Sendable {
    /// The truest reading; nil before there was one.
    public private(set) var best: Bracket?

    @_noLocks public init() {}

    /// Keeps `bracket` where it proves the queue farther ahead than all before it did.
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
  /// The offset is at least this, wherever within the bracket the reading happened.
  fileprivate var leastOffset: Int64 {
    @_noLocks get { queue.nanoseconds &- after.nanoseconds }
  }
}
