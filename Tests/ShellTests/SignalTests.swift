import Glibc
import Shell
import Testing

/// Sends this process a signal, which is delivered to any thread: a test's own thread may block it.
private func send(_ number: Int32) { kill(getpid(), number) }

/// Waits for at most ten seconds.
private func wait(until isSo: () -> Bool) -> Bool {
  for _ in 0..<2_000 where !isSo() { usleep(5_000) }
  return isSo()
}

@Suite struct SignalTests {
  @Test func `the first signal requests a stop and does not end the process`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.listen()
      send(SIGTERM)
      guard wait(until: { Signals.isEndAsked }) else { exit(1) }
      usleep(20_000)
      guard Signals.requests() == Signals.Requests(end: true) else { exit(2) }
      // Reported once.
      exit(Signals.requests() == Signals.Requests() && Signals.isEndAsked ? 7 : 3)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a second one ends the process immediately`(second: Int32) async {
    await #expect(processExitsWith: .signal(second)) { [second] in
      Signals.listen()
      send(SIGINT)
      guard wait(until: { Signals.isEndAsked }) else { exit(1) }
      usleep(150_000)
      send(second)
      sleep(10)
      exit(2)
    }
  }

  @Test func `signals without a meaning here do not end the process`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.ignoreOthers()
      let numbers = [
        SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, 16,
        __libc_current_sigrtmin(), __libc_current_sigrtmax(),
      ]
      for number in numbers { send(number) }
      usleep(20_000)
      exit(7)
    }
  }

  @Test func `a signal that was ignored at the start stays ignored, as under nohup`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      Signals.listen()
      send(SIGHUP)
      usleep(20_000)
      exit(Signals.requests().hangUp ? 1 : 7)
    }
  }
}
