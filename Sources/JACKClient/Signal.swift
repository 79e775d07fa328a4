import Dispatch
import Glibc

/// A counting semaphore. Thread-safe.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func raise() { semaphore.signal() }

  /// Waits for one `raise`; false when `milliseconds` pass without.
  @discardableResult func wait(milliseconds: Int) -> Bool {
    semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }

  /// Waits for one `raise` for as long as it takes.
  func wait() { semaphore.wait() }

  /// Forgets every `raise` so far.
  func drain() { while semaphore.wait(timeout: .now()) == .success {} }
}

/// Runs `body` on a thread of its own that takes no signals, and answers whether it began.
///
/// libjack writes to sockets whose server may be gone: the SIGPIPE is blocked here and in the
/// threads that libjack starts from here.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var (all, before) = (sigset_t(), sigset_t())
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  let argument = unsafe Unmanaged.passRetained(ThreadBody(run: body))
  var thread = pthread_t()
  let status = unsafe pthread_create(&thread, nil, runThread, argument.toOpaque())
  guard status == 0 else {
    unsafe argument.release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
