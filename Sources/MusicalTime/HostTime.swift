/// A moment of `CLOCK_MONOTONIC`, in nanoseconds. Real-time: yes.
public struct HostTime: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's epoch.
  public var nanoseconds: Int64

  /// The moment `nanoseconds` after the clock's epoch.
  @_noLocks public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The earlier moment is the lesser.
  @_noLocks public static func < (a: HostTime, b: HostTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
  /// Equal moments have equal nanoseconds.
  @_noLocks public static func == (a: HostTime, b: HostTime) -> Bool {
    a.nanoseconds == b.nanoseconds
  }

  /// A span between two moments.
  public struct Interval: BitwiseCopyable, Sendable, Hashable {
    /// Length in nanoseconds; negative for a moment in the past.
    public var nanoseconds: Int64

    /// A span of `nanoseconds`.
    @_noLocks public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  }

  /// The moment `interval` later; earlier where that is negative.
  @_noLocks public func advanced(by interval: Interval) -> HostTime {
    HostTime(nanoseconds: nanoseconds &+ interval.nanoseconds)
  }

  /// The span from this moment to `other`.
  @_noLocks public func distance(to other: HostTime) -> Interval {
    Interval(nanoseconds: other.nanoseconds &- nanoseconds)
  }
}
