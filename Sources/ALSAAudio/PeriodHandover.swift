internal import Glibc

/// How much of a period a device has taken: what it has no room for is offered again, not dropped.
/// Real-time: yes.
struct PeriodHandover: BitwiseCopyable {
  /// Frames that the device has taken.
  private(set) var done = 0
  /// Frames that it has yet to take.
  private(set) var left = 0

  /// What follows from one attempt.
  enum Step: BitwiseCopyable, Equatable {
    /// The rest is to be offered at once.
    case goOn
    /// The rest is to be offered when there is room.
    case wait
    case done
    /// The device failed with this error; the rest is kept.
    case failed(Int)
  }

  @_noLocks init() {}

  /// Begins with a period of `frames`.
  @_noLocks mutating func begin(frames: Int) { (done, left) = (0, frames) }

  /// Takes what a write of `left` frames answered: how many were taken, or the negative error.
  @_noLocks mutating func wrote(_ result: Int) -> Step {
    if result == Int(-EAGAIN) || result == Int(-EINTR) || result == 0 { return .wait }
    guard result > 0 else { return .failed(result) }
    done &+= min(result, left)
    left &-= min(result, left)
    return left == 0 ? .done : .goOn
  }
}
