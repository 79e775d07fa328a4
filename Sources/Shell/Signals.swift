import Glibc
import Synchronization

/// Handles signals for a process that plays. Real-time: no.
public enum Signals {
  /// What was requested since the last call.
  public struct Requests: Sendable, Hashable {
    /// A clean stop: SIGINT, SIGTERM, SIGQUIT, SIGXCPU or SIGPWR.
    public var end: Bool
    /// SIGHUP: the terminal was closed, or files should be reloaded.
    public var hangUp: Bool
    /// SIGCONT: the process was stopped and continued.
    public var isBack: Bool

    /// No requests unless given.
    public init(end: Bool = false, hangUp: Bool = false, isBack: Bool = false) {
      self.end = end
      self.hangUp = hangUp
      self.isBack = isBack
    }
  }

  private static let ending = [SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGPWR]

  /// Ignores signals that would end the process without a user's request, and those with which a
  /// terminal stops background jobs.
  public static func ignoreOthers() {
    let stackFault: Int32 = 16
    let named = [
      SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, SIGTTIN, SIGTTOU,
      stackFault,
    ]
    for number in named { signal(number, SIG_IGN) }
    for number in __libc_current_sigrtmin()...__libc_current_sigrtmax() { signal(number, SIG_IGN) }
  }

  /// Installs the handlers for `requests`. A second request to stop ends the process immediately. A
  /// signal that was ignored at the start stays ignored, as with `nohup`.
  ///
  /// Dispatch sources are not used: a signal that arrives before their thread has started is lost.
  public static func listen() {
    signalled.store(0, ordering: .relaxed)
    firstEnd.store(0, ordering: .relaxed)
    isEnding.store(false, ordering: .relaxed)
    for number in ending where !isIgnored(number) { signal(number, askForEnd) }
    for number in [SIGHUP, SIGCONT] where !isIgnored(number) { signal(number, note) }
  }

  /// Returns and resets the requests.
  public static func requests() -> Requests {
    let bits = signalled.exchange(0, ordering: .relaxed)
    func came(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }
    return Requests(
      end: ending.contains(where: came), hangUp: came(SIGHUP), isBack: came(SIGCONT))
  }

  /// Whether a stop has been requested.
  public static var isEndAsked: Bool { isEnding.load(ordering: .relaxed) }

  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// A bit for each unhandled signal; like the next two variables it is an atomic, the only state a
/// handler may access.
private let signalled = Atomic<UInt64>(0)
/// When a stop was first requested, in nanoseconds of `CLOCK_MONOTONIC`; 0 for never.
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
  // `timeout` and session managers send the signal to both the process and its group.
  guard !isFirst, now - first > 100_000_000 else { return }
  CookedMode.restore()
  signal(number, SIG_DFL)
  raise(number)
}
