internal import Glibc

/// What a thread of ours asks of SCHED_FIFO, and what the system permits.
public enum ThreadPriority {
  /// For the thread of a sound card.
  public static let audio: Int32 = 75
  /// For MIDI's thread beside an audio thread of ours.
  public static let midi: Int32 = 70
  /// For the thread that paces blocks where there is no device: what it has decided leaves in time
  /// though it computes the next block.
  public static let pace: Int32 = 65

  /// For MIDI's thread beside a JACK server whose threads have `priority`, or none where that is 0:
  /// below them, since audio that is late is heard and a message is scheduled ahead.
  public static func midi(belowServerOf priority: Int32) -> Int32 {
    min(midi, max(1, priority - 1))
  }

  /// What to ask for one after the other, where `wanted` is best and RLIMIT_RTPRIO is `limit`.
  ///
  /// Even above the limit `wanted` is tried: a privileged process has it.
  public static func attempts(wanted: Int32, limit: UInt64) -> [Int32] {
    limit >= UInt64(wanted) || limit == 0 ? [wanted] : [wanted, Int32(limit)]
  }

  /// What an unprivileged thread is given of `wanted`; nil for none.
  public static func permitted(wanted: Int32, limit: UInt64) -> Int32? {
    limit == 0 ? nil : Int32(min(UInt64(wanted), limit))
  }

  /// The highest priority that the system permits us: RLIMIT_RTPRIO. The corresponding C function is
  /// `getrlimit`.
  public static var limit: UInt64 { resourceLimit(__RLIMIT_RTPRIO) }

  /// Gives the calling thread as much of `wanted` as is permitted, and answers that; nil where it
  /// stays an ordinary thread. Threads and processes that it starts are ordinary again.
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

  /// What a new thread is given of `wanted`, found out with one.
  public static func trial(_ wanted: Int32) -> Int32? {
    let standing = ThreadStanding()
    let thread = unsafe Unmanaged.passRetained(Trial(wanted: wanted, standing: standing))
    var id = pthread_t()
    guard unsafe pthread_create(&id, nil, runTrial, thread.toOpaque()) == 0 else {
      unsafe thread.release()
      return nil
    }
    pthread_join(id, nil)
    if case .realTime(let priority) = standing.value { return priority }
    return nil
  }

  /// SCHED_RESET_ON_FORK, which Glibc's headers hide.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Keeps signals from this thread, which they would wake out of its waits; those that tell of a
  /// fault of its own still come.
  public static func blockSignals() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { unsafe sigdelset(&all, own) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}

/// Keeping what has been touched in memory, so that the audio thread never waits for a disk.
public enum MemoryLock {
  /// How many bytes the system permits us to lock: RLIMIT_MEMLOCK.
  public static var limit: UInt64 { resourceLimit(__RLIMIT_MEMLOCK) }

  /// True where everything may be locked. Under any finite limit the first allocation above it would
  /// fail, so then nothing is.
  public static func isPermitted(limit: UInt64, isPrivileged: Bool) -> Bool {
    isPrivileged || limit >= UInt64(Int64.max)
  }

  /// Locks every page as it is touched, now and from now on, where that is permitted; false where it
  /// is not. The corresponding C function is `mlockall`.
  public static func take() -> Bool {
    guard isPermitted(limit: limit, isPrivileged: geteuid() == 0) else { return false }
    return mlockall(MCL_CURRENT | MCL_FUTURE | onFault) == 0
  }

  /// MCL_ONFAULT, without which whole stacks would be filled at once.
  private static let onFault: Int32 = 4
}

private func resourceLimit(_ resource: __rlimit_resource) -> UInt64 {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
  return UInt64(limit.rlim_cur)
}

/// What a thread on trial is handed.
private final class Trial {
  let wanted: Int32
  let standing: ThreadStanding

  init(wanted: Int32, standing: ThreadStanding) {
    self.wanted = wanted
    self.standing = standing
  }
}

/// A free function, so that no isolation is inferred for it.
private func runTrial(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let trial = unsafe Unmanaged<Trial>.fromOpaque(argument).takeRetainedValue()
  trial.standing.set(ThreadPriority.take(trial.wanted))
  return nil
}
