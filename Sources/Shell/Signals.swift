import Glibc
import Synchronization

/// What signals ask of a process that plays. Real-time: no.
public enum Signals {
  /// What was asked for since the last look.
  public struct Requests: Sendable, Hashable {
    /// To end in good order: SIGINT, SIGTERM, SIGQUIT; the processor time is used up, or the power.
    public var end: Bool
    /// SIGHUP: the terminal is gone, or the files are to be read again.
    public var hangUp: Bool
    /// SIGCONT: it was stopped.
    public var isBack: Bool

    public init(end: Bool = false, hangUp: Bool = false, isBack: Bool = false) {
      self.end = end
      self.hangUp = hangUp
      self.isBack = isBack
    }
  }

  private static let ending = [SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGPWR]

  /// Ignores the signals that would end the process although nobody asked that of them, and those by
  /// which a terminal stops a job in the background that reads or writes.
  public static func ignoreOthers() {
    let stackFault: Int32 = 16
    let named = [
      SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, SIGTTIN, SIGTTOU,
      stackFault,
    ]
    for number in named { signal(number, SIG_IGN) }
    for number in __libc_current_sigrtmin()...__libc_current_sigrtmax() { signal(number, SIG_IGN) }
  }

  /// Notes what signals ask for from now on, for `requests` to tell. The second that asks for the end
  /// ends the process at once. One that was ignored when the process began stays so, as under `nohup`.
  ///
  /// Not with a dispatch source: a signal that comes before its thread has taken it up is ignored.
  public static func listen() {
    signalled.store(0, ordering: .relaxed)
    firstEnd.store(0, ordering: .relaxed)
    isEnding.store(false, ordering: .relaxed)
    for number in ending where !isIgnored(number) { signal(number, askForEnd) }
    for number in [SIGHUP, SIGCONT] where !isIgnored(number) { signal(number, note) }
  }

  /// Takes what was asked for.
  public static func requests() -> Requests {
    let bits = signalled.exchange(0, ordering: .relaxed)
    func came(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }
    return Requests(
      end: ending.contains(where: came), hangUp: came(SIGHUP), isBack: came(SIGCONT))
  }

  /// Whether the end was asked for at any time.
  public static var isEndAsked: Bool { isEnding.load(ordering: .relaxed) }

  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// A bit for each signal that came and was not attended to yet: with the next two all that a handler
/// may touch.
private let signalled = Atomic<UInt64>(0)
/// When the end was asked for first, in nanoseconds of `CLOCK_MONOTONIC`; 0 for never.
private let firstEnd = Atomic<Int64>(0)
private let isEnding = Atomic<Bool>(false)

private func note(_ number: Int32) {
  signalled.bitwiseOr(1 << UInt64(number), ordering: .relaxed)
}

/// Called by the system in the middle of anything: only atomics, `clock_gettime`,
/// `tcsetattr`, `signal` and `raise`.
private func askForEnd(_ number: Int32) {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  isEnding.store(true, ordering: .relaxed)
  note(number)
  let (isFirst, first) = firstEnd.compareExchange(expected: 0, desired: now, ordering: .relaxed)
  // `timeout` and session managers send the same signal to the process and to its group.
  guard !isFirst, now - first > 100_000_000 else { return }
  CookedMode.restore()
  signal(number, SIG_DFL)
  raise(number)
}
