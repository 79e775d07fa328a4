import CJACK
import Glibc
import RealTime

/// A counting semaphore with timeouts that do not depend on the wall clock, which glibc's
/// `sem_timedwait` and Dispatch's semaphore do not guarantee; it needs no file descriptor and
/// cannot fail. Thread-safe.
final class TimedSemaphore: Sendable {
  @safe private struct Parts {
    var lock = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
    var count = 0
  }

  /// Accessed with the lock held, except in `init` and `deinit`.
  private let parts: SharedPointer<Parts>

  init() {
    let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
    unsafe parts.initialize(to: Parts())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_mutex_init(&parts.pointee.lock, nil)
    unsafe pthread_cond_init(&parts.pointee.condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    self.parts = unsafe SharedPointer(parts)
  }

  deinit {
    unsafe pthread_cond_destroy(&parts.address.pointee.condition)
    unsafe pthread_mutex_destroy(&parts.address.pointee.lock)
    unsafe parts.address.deinitialize(count: 1)
    unsafe parts.address.deallocate()
  }

  /// Lets one `wait` go on; libjack's threads call it `withoutCancellation`.
  func raise() {
    unsafe pthread_mutex_lock(&parts.address.pointee.lock)
    unsafe parts.address.pointee.count += 1
    unsafe pthread_cond_signal(&parts.address.pointee.condition)
    unsafe pthread_mutex_unlock(&parts.address.pointee.lock)
  }

  /// Waits for one `raise`; false after a timeout of `milliseconds`.
  @discardableResult func wait(milliseconds: Int) -> Bool {
    var until = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &until)
    let nanoseconds = until.tv_nsec + milliseconds % 1_000 * 1_000_000
    until.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_mutex_lock(&parts.address.pointee.lock)
    defer { unsafe pthread_mutex_unlock(&parts.address.pointee.lock) }
    while unsafe parts.address.pointee.count == 0 {
      let status = unsafe pthread_cond_timedwait(
        &parts.address.pointee.condition, &parts.address.pointee.lock, &until)
      if status == ETIMEDOUT { break }
    }
    guard unsafe parts.address.pointee.count > 0 else { return false }
    unsafe parts.address.pointee.count -= 1
    return true
  }

  /// Resets the count to 0.
  func drain() {
    unsafe pthread_mutex_lock(&parts.address.pointee.lock)
    unsafe parts.address.pointee.count = 0
    unsafe pthread_mutex_unlock(&parts.address.pointee.lock)
  }
}

/// Runs `body` on a new thread called `name` with signals blocked, and returns whether it could be started.
///
/// libjack writes to sockets whose server may be gone: SIGPIPE is blocked in this thread and in
/// those that libjack starts from it.
func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
  var (all, before) = (sigset_t(), sigset_t())
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return NamedThread.start(name, body)
}
