import Glibc
import NIOCore
import RealTime

/// The real-time priority of the event loop, where the system permits one: it passes strokes on, which would
/// otherwise wait for whatever else the machine is doing.
///
/// What comes from outside could keep the loop busy without end, and nothing else that makes no sound would run on
/// its core then. So it has the priority only while it uses little.
final class LoopPriority {
  private static let period = TimeAmount.milliseconds(100)

  private var restraint = Restraint()
  private var isTaken = false
  private var last = (processor: UInt64(0), clock: NIODeadline.now())

  /// Takes it on the loop's thread, and looks after it from then on.
  static func begin(on loop: any EventLoop) {
    loop.execute {
      let priority = NIOLoopBound(LoopPriority(), eventLoop: loop)
      priority.value.last.processor = processorTime
      priority.value.set(true)
      loop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in
        priority.value.look()
      }
    }
  }

  private func look() {
    let now = (processor: Self.processorTime, clock: NIODeadline.now())
    let passed = max(1, (now.clock - last.clock).nanoseconds)
    let used = Double(now.processor - last.processor) / Double(passed)
    last = now
    set(restraint.permits(using: used))
  }

  private func set(_ isWanted: Bool) {
    guard isWanted != isTaken else { return }
    isTaken = isWanted
    if isWanted {
      _ = ThreadPriority.take(ThreadPriority.commands)
    } else {
      ThreadPriority.giveBack()
    }
  }

  /// Nanoseconds that the calling thread has used.
  private static var processorTime: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Whether a thread that serves strangers may have a real-time priority, by what it used of a core lately.
struct Restraint {
  /// Periods that are still to pass without much being used.
  private var rest = 0

  /// Of a core in one period, from which on it may not.
  static let most = 0.5
  /// Periods with less that must pass until it may again.
  static let patience = 20

  /// Takes in what was used in the latest period, 1 for a whole core.
  mutating func permits(using share: Double) -> Bool {
    rest = share > Self.most ? Self.patience : max(0, rest - 1)
    return rest == 0
  }
}
