internal import Glibc

/// The real-time priority of a thread that passes on what hands do, where the system permits one.
///
/// The thread serves whoever comes, and could be kept busy without end; then nothing that makes no sound, nor a
/// sound server without real-time priority, would run on its core. So it has the priority only while it uses little.
/// Used on that thread only. Real-time: no.
public struct HandPriority: Sendable {
  private enum Standing { case ordinary, realTime, refused }

  private var budget = ProcessorBudget()
  private var standing = Standing.ordinary

  /// Bytes of the longest message that is read with the priority: a stroke has less than a hundred.
  public static let longest = 1_024

  /// The thread has normal scheduling.
  public init() {}

  /// Takes the priority or gives it back, before something of so many bytes is read.
  public mutating func settle(before byteCount: Int = 0) {
    var isPermitted = budget.permits(
      Self.time(CLOCK_THREAD_CPUTIME_ID), at: Self.time(CLOCK_MONOTONIC))
    if byteCount > Self.longest {
      budget.spend()
      isPermitted = false
    }
    switch standing {
    case .ordinary where isPermitted:
      standing = ThreadPriority.take(ThreadPriority.hands) == nil ? .refused : .realTime
    case .realTime where !isPermitted:
      ThreadPriority.giveBack()
      standing = .ordinary
    default: break
    }
  }

  private static func time(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// How much of a core a thread may use: a token bucket of processor time.
///
/// What is used up has to be earned again as a whole. Times are in nanoseconds.
struct ProcessorBudget {
  /// What may be used at once: less than any other thread's turn.
  static let most: Int64 = 2_000_000
  /// One part of so many of the time that passes is earned.
  static let parts: Int64 = 5
  /// What may be owed, so that after a flood it is soon permitted again.
  static let debt: Int64 = 20_000_000

  private var left = most
  private var isSpent = false
  private var last: (used: Int64, time: Int64)?

  /// Whether a thread that has used so much since it began may go on.
  mutating func permits(_ used: Int64, at time: Int64) -> Bool {
    if let last { left += (time - last.time) / Self.parts - (used - last.used) }
    last = (used, time)
    left = min(max(left, -Self.debt), Self.most)
    if left < 0 { isSpent = true }
    if left == Self.most { isSpent = false }
    return !isSpent
  }

  /// Uses up what is left.
  mutating func spend() {
    left = min(left, -1)
    isSpent = true
  }
}
