public import MusicalTime

/// When each block of a driver without a device is due. Pure.
///
/// Short delays are made up for, so that the pace holds; a longer gap, as after SIGSTOP or in a virtual
/// machine that was frozen, is left out: what was due in it is not played all at once.
public struct PacedTime: Sendable {
  /// A driver that is later than this has been held up, and was not merely slow.
  public static let longestDelay = HostTime.Interval(nanoseconds: 100_000_000)

  /// After a gap others have their turn first: a machine too slow for us makes one gap after another.
  public static let rest = HostTime.Interval(nanoseconds: 10_000_000)

  /// When the next block is due.
  public private(set) var due: HostTime
  /// Gaps that were left out.
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

  /// Goes on by a block of `count` frames, which was ready at `now`.
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
