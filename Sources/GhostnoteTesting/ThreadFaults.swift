import Glibc

/// Pages that a thread was the first to touch.
public enum ThreadFaults {
  /// Page faults of this thread so far that needed no disk. The corresponding C function is `getrusage`
  /// of `RUSAGE_THREAD`.
  public static var count: Int {
    var usage = rusage()
    // RUSAGE_THREAD, which Glibc's headers hide.
    unsafe getrusage(__rusage_who_t(1), &usage)
    return usage.ru_minflt
  }
}
