internal import Glibc

/// SCHED_FIFO priorities of our threads, and the limits the system sets.
public enum ThreadPriority {
  /// For the thread that drives a sound card.
  public static let audio: Int32 = 75
  /// For the MIDI thread beside an audio thread of our own.
  public static let midi: Int32 = 70
  /// For the thread that paces blocks without an audio device: below the MIDI thread, so that
  /// messages already scheduled are sent on time while the next block is computed.
  public static let pace: Int32 = 65

  /// For the MIDI thread beside a JACK server whose threads have `priority` (0 for none): below
  /// them, because late audio is heard, while messages are scheduled ahead.
  public static func midi(belowServerOf priority: Int32) -> Int32 {
    min(midi, max(1, priority - 1))
  }

  /// The priorities to try in turn, from `wanted` down, when RLIMIT_RTPRIO is `limit`.
  ///
  /// `wanted` is tried even above the limit: a privileged process gets it.
  public static func attempts(wanted: Int32, limit: UInt64) -> [Int32] {
    limit >= UInt64(wanted) || limit == 0 ? [wanted] : [wanted, Int32(limit)]
  }

  /// The priority that an unprivileged thread gets when it asks for `wanted`; nil for none.
  public static func permitted(wanted: Int32, limit: UInt64) -> Int32? {
    limit == 0 ? nil : Int32(min(UInt64(wanted), limit))
  }

  /// The highest priority the system allows us (RLIMIT_RTPRIO). The corresponding C function is
  /// `getrlimit`.
  public static var limit: UInt64 { resourceLimit(__RLIMIT_RTPRIO) }

  /// Gives the calling thread the highest permitted priority up to `wanted` and returns it; nil if
  /// the thread keeps normal scheduling. Threads and processes that it starts have normal
  /// scheduling again.
  ///
  /// The corresponding C function is `sched_setscheduler`.
  public static func take(_ wanted: Int32) -> Int32? {
    for priority in attempts(wanted: wanted, limit: limit) {
      var parameters = sched_param()
      parameters.sched_priority = priority
      if unsafe sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameters) == 0 {
        return priority
      }
    }
    return nil
  }

  /// The priority that a new thread gets when it asks for `wanted`, determined by starting one.
  public static func trial(_ wanted: Int32) -> Int32? {
    let standing = ThreadStanding()
    let id = NamedThread.begin("ghostnote-trial") { standing.set(take(wanted)) }
    guard let id else { return nil }
    pthread_join(id, nil)
    if case .realTime(let priority) = standing.value { return priority }
    return nil
  }

  /// SCHED_RESET_ON_FORK, which is missing from Glibc's headers.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Blocks signals in this thread, where they would interrupt its waits; signals for the thread's
  /// own faults (SIGSEGV and similar) stay unblocked.
  public static func blockSignals() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { unsafe sigdelset(&all, own) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}

/// Locks pages in memory once they were touched, so that the audio thread never waits for a page to
/// be read from disk.
public enum MemoryLock {
  /// The number of bytes the system allows us to lock (RLIMIT_MEMLOCK).
  public static var limit: UInt64 { resourceLimit(__RLIMIT_MEMLOCK) }

  /// Whether all memory may be locked. With a finite limit the first allocation above it would
  /// fail, so then nothing is locked.
  public static func isPermitted(limit: UInt64, isPrivileged: Bool) -> Bool {
    isPrivileged || limit >= UInt64(Int64.max)
  }

  /// Locks every page when it is first touched, now and in future, and returns whether that is
  /// permitted. The corresponding C function is `mlockall`.
  public static func take() -> Bool {
    guard isPermitted(limit: limit, isPrivileged: geteuid() == 0) else { return false }
    return mlockall(MCL_CURRENT | MCL_FUTURE | onFault) == 0
  }

  /// MCL_ONFAULT; without it, all thread stacks would be made resident at once.
  private static let onFault: Int32 = 4
}

private func resourceLimit(_ resource: __rlimit_resource) -> UInt64 {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
  return UInt64(limit.rlim_cur)
}
