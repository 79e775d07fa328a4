internal import Glibc

/// Tracks how much of a period a device has accepted; the rest is written again, not dropped.
/// Real-time: yes.
struct PeriodHandover: BitwiseCopyable {
  /// Frames that were accepted.
  private(set) var done = 0
  /// Frames that remain.
  private(set) var left = 0

  /// What to do after a write.
  enum Step: BitwiseCopyable, Equatable {
    /// Write the rest immediately.
    case goOn
    /// Write the rest when there is space.
    case wait
    case done
    /// The device failed with this error; the rest is kept.
    case failed(Int)
  }

  @_noLocks init() {}

  /// Starts a period of `frames`.
  @_noLocks mutating func begin(frames: Int) { (done, left) = (0, frames) }

  /// Evaluates the result of a write of `left` frames: the number accepted, or a negative error.
  @_noLocks mutating func wrote(_ result: Int) -> Step {
    if result == Int(-EAGAIN) || result == Int(-EINTR) || result == 0 { return .wait }
    guard result > 0 else { return .failed(result) }
    done &+= min(result, left)
    left &-= min(result, left)
    return left == 0 ? .done : .goOn
  }
}
