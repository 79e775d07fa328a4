import Glibc

/// A counting semaphore over a pipe, whose waits end in time however the wall clock is set, which
/// is more than glibc's `sem_timedwait` and Dispatch's semaphore promise. Thread-safe.
final class Signal: Sendable {
  private let readEnd: CInt
  private let writeEnd: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Safe in libjack's callbacks: closing a client cancels the thread that calls them, which in
  /// `write` would take the lock that it holds into its grave, and jack_client_close waits for that
  /// lock for ever (jack2 issue 395).
  func raise() {
    var (before, ignored): (CInt, CInt) = (0, 0)
    unsafe pthread_setcancelstate(CInt(PTHREAD_CANCEL_DISABLE), &before)
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd, &byte, 1)
    unsafe pthread_setcancelstate(before, &ignored)
  }

  /// Waits for one `raise`; false when `milliseconds` pass without.
  @discardableResult func wait(milliseconds: Int) -> Bool {
    var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, CInt(milliseconds)) > 0 && take()
  }

  /// Forgets every `raise` so far.
  func drain() { while take() {} }

  private func take() -> Bool {
    var byte: UInt8 = 0
    return unsafe read(readEnd, &byte, 1) == 1
  }
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
