import Glibc
import Shell
import Testing

@Suite struct SignalTests {
  @Test func `the first signal asks for the end and ends nothing`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.listen()
      raise(SIGTERM)
      guard Signals.isEndAsked, Signals.requests() == Signals.Requests(end: true) else { exit(1) }
      // Told once.
      guard Signals.requests() == Signals.Requests(), Signals.isEndAsked else { exit(2) }
      exit(7)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a second one ends the process at once`(second: Int32) async {
    await #expect(processExitsWith: .signal(second)) { [second] in
      Signals.listen()
      raise(SIGINT)
      usleep(150_000)
      raise(second)
      exit(1)
    }
  }

  @Test func `signals that nobody asked about end nothing`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.ignoreOthers()
      let numbers = [
        SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, 16,
        __libc_current_sigrtmin(), __libc_current_sigrtmax(),
      ]
      for number in numbers { raise(number) }
      exit(7)
    }
  }

  @Test func `what was ignored from the beginning stays ignored, as under nohup`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      Signals.listen()
      raise(SIGHUP)
      exit(Signals.requests().hangUp ? 1 : 7)
    }
  }
}
