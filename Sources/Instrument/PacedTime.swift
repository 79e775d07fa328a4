public import MusicalTime
public import Playback

/// Computes when each block of a driver without a device is due. Pure.
///
/// Short delays are caught up, so that the average pace is exact; a longer gap, as after SIGSTOP or
/// in a paused virtual machine, is skipped instead of being played all at once.
public struct PacedTime: Sendable {
  /// A delay longer than this counts as a gap.
  public static let longestDelay = HostTime.Interval(nanoseconds: 100_000_000)

  /// The pause after a gap, so that other processes run on a machine that is too slow.
  public static let rest = HostTime.Interval(nanoseconds: 10_000_000)

  /// How long after a block is due it counts as heard, as on a sound card: in that time outputs that schedule
  /// ahead hear of a stop before the next clock tick or note has left, and of a live stroke before it is due.
  public static let latency = HostTime.Interval(nanoseconds: 3_000_000)

  /// When the next block is due.
  public private(set) var due: HostTime
  /// The number of gaps skipped.
  public private(set) var gaps = 0
  private var start: HostTime
  private var frames: Int64 = 0
  private let sampleRate: SampleRate

  /// The first block is due at `start`.
  public init(start: HostTime, sampleRate: SampleRate) {
    self.start = start
    self.sampleRate = sampleRate
    due = start
  }

  /// The next block, of `frames` frames.
  public func block(of frames: Int) -> BlockTime {
    BlockTime(frames: frames, began: due, heard: due.advanced(by: Self.latency))
  }

  /// Advances by a block of `count` frames that was finished at `now`.
  public mutating func advance(frames count: Int64, now: HostTime) {
    frames += count
    due = start.advanced(by: sampleRate.duration(frames: frames))
    let late = due.distance(to: now)
    guard late.nanoseconds > PacedTime.longestDelay.nanoseconds else { return }
    gaps += 1
    start = start.advanced(by: late).advanced(by: PacedTime.rest)
    due = now.advanced(by: PacedTime.rest)
  }
}
