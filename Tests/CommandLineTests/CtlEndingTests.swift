import Foundation
import GhostnoteTesting
import Shell
import Testing

/// How `ghostnote ctl` ends, and to which session it comes back.
@Suite(.waiting) struct CtlEndingTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private var environment: [(name: String, value: String)] { [("XDG_RUNTIME_DIR", place.path)] }

  private func session(_ arguments: String...) throws -> Session {
    let session = try Session(
      ["--audio", "silent", "--midi", "none"] + arguments, environment: environment)
    try #require(session.isReady(), "\(session.program.errors)")
    return session
  }

  @Test func `a signal ends it while it waits for a script's next line`() throws {
    let session = try session()
    for number in [SIGTERM, SIGHUP] {
      let ctl = try GhostnoteProgram.start(["ctl"], environment: environment)
      ctl.type("status")
      #expect(eventually { ctl.output.contains("bpm") })
      ctl.signal(number)
      #expect(ctl.finish().status == 128 + number)
    }
    #expect(session.end().status == 0)
  }

  @Test func `a script that watches ends with the reader of what it shows`() throws {
    let session = try session()
    let script = "echo 'watch levels' | '\(GhostnoteProgram.path)' ctl | head -n 1"
    let outcome = try Spawned("/bin/sh", ["-c", script], environment: environment).finish()
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(#"{"levels":"#), "\(outcome)")
    #expect(session.end().status == 0)
  }

  @Test func `on a terminal it waits for the session that has ended, though another one runs`()
    throws
  {
    let (first, other) = (try session("rock"), try session("funk"))
    let terminal = try PseudoTerminal()
    var streams = ChildProcess.Streams()
    streams.terminal = terminal.path
    let ctl = try ChildProcess(
      GhostnoteProgram.path, ["ctl"],
      environment: environment + [
        ("XDG_DATA_HOME", "/nonexistent"), ("XDG_STATE_HOME", "\(place.path)/state"),
        ("TERM", "xterm"),
      ], streams: streams)
    try #require(terminal.shows("> "), "\(terminal.text)")
    #expect(first.end().status == 0)
    #expect(terminal.shows("waiting for the next called Ghostnote"), "\(terminal.text)")
    let next = try session("rock")
    #expect(terminal.shows("connected again"), "\(terminal.text)")
    terminal.type("status\n")
    #expect(terminal.shows("patch: Rock"), "\(terminal.text)")
    terminal.type("\u{4}")
    #expect(eventually { ctl.hasEnded })
    #expect(ctl.wait() == 0)
    for session in [other, next] { #expect(session.end().status == 0) }
  }
}
