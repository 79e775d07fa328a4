public import MusicalTime

/// Time counted in an audio server's frames, in which the ticks of a clock are exact.
///
/// It begins at the host's time and then drifts from it, as the server's device does. Real-time: yes.
public struct ServerTime: BitwiseCopyable, Sendable {
  /// Silence after which the server hangs or is gone, in nanoseconds. Then the host's clock counts.
  public static var patience: Int64 { @_noLocks get { 500_000_000 } }

  /// The moment that `frame` is counted from, moved on by every whole second.
  private var origin = HostTime(nanoseconds: 0)
  private var frame: Int64 = 0
  /// The expected start of the next cycle, by the host's clock; 0 before the first.
  private var due = HostTime(nanoseconds: 0)

  /// Before the first cycle.
  @_noLocks public init() {}

  /// Begins a cycle of `frames` that the host's clock dates `began`, after `skipped` frames that passed
  /// without us.
  @_noLocks public mutating func begin(
    _ frames: Int64, at began: HostTime, skipped: Int64, rate: Int64
  ) {
    frame &+= skipped
    let length = nanoseconds(of: frames, rate: rate)
    let limit = Self.patience &+ length
    let gap = due.distance(to: began).nanoseconds
    if gap > limit || gap < 0 &- limit {
      origin = due.nanoseconds == 0 ? began : origin.advanced(by: due.distance(to: began))
    }
    due = began.advanced(by: HostTime.Interval(nanoseconds: length))
  }

  /// Ends a cycle of `frames`.
  @_noLocks public mutating func end(_ frames: Int64, rate: Int64) {
    frame &+= frames
    guard frame >= rate else { return }
    frame &-= rate
    origin = origin.advanced(by: HostTime.Interval(nanoseconds: 1_000_000_000))
  }

  /// The moment of a frame of the current cycle, or of the one that ended last.
  @_noLocks public func moment(ofFrame offset: Int64, rate: Int64) -> HostTime {
    origin.advanced(
      by: HostTime.Interval(nanoseconds: nanoseconds(of: frame &+ offset, rate: rate)))
  }

  /// The time at `host`, where `heard` is the end of the last cycle, which began at `began` by the
  /// host's clock: that end, and from `patience` on the host's clock goes on from there.
  public static func now(_ heard: HostTime, after began: HostTime, at host: HostTime) -> HostTime {
    let silence = began.distance(to: host).nanoseconds - patience
    return silence > 0 ? heard.advanced(by: HostTime.Interval(nanoseconds: silence)) : heard
  }

  @_noLocks private func nanoseconds(of frames: Int64, rate: Int64) -> Int64 {
    frames &* 1_000_000_000 / max(rate, 1)
  }
}
