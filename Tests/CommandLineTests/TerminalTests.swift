import Commands
import Foundation
import GhostnoteTesting
import Shell
import Testing

/// The daemon as a person meets it in a shell: held terminals, unread pipes, jobs in the
/// background, windows that are closed.
@Suite(.waiting) struct TerminalTests {
  private static let silent = ["run", "--audio", "silent", "--midi", "none"]
  private let place: Workplace
  private let terminal: PseudoTerminal

  init() throws {
    place = try Workplace()
    terminal = try PseudoTerminal()
  }

  private var environment: [(name: String, value: String)] {
    [
      ("XDG_DATA_HOME", "/nonexistent"), ("XDG_STATE_HOME", "\(place.path)/state"),
      ("XDG_RUNTIME_DIR", place.path), ("JACK_NO_START_SERVER", "1"), ("TERM", "dumb"),
      ("G", GhostnoteProgram.path), ("NSM_URL", ""),
      // bash's own words, in English.
      ("LC_ALL", "C.UTF-8"), ("LANGUAGE", ""),
    ]
  }

  /// The daemon in the terminal's foreground, ready.
  private func foreground(_ arguments: String..., kind: String = "dumb") throws -> ChildProcess {
    var streams = ChildProcess.Streams()
    streams.terminal = terminal.path
    let program = try ChildProcess(
      GhostnoteProgram.path, Self.silent + arguments,
      environment: environment.filter { $0.name != "TERM" } + [("TERM", kind)], streams: streams)
    try #require(terminal.shows("ready: "), "\(terminal.text)")
    return program
  }

  /// A shell with job control on the terminal.
  private func shell() throws -> ChildProcess {
    var streams = ChildProcess.Streams()
    streams.terminal = terminal.path
    return try ChildProcess(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: environment + [("PS1", "prompt> "), ("TERM", "dumb"), ("HISTFILE", "")],
      streams: streams)
  }

  private var runs: String { "\"$G\" " + Self.silent.joined(separator: " ") }

  private func ends(_ program: ChildProcess) -> Bool { eventually { program.hasEnded } }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a terminal that is held takes no signal from it`(signal: Int32) throws {
    let program = try foreground("rock", "--play", "--grid")
    terminal.type("\u{13}")
    Thread.sleep(forTimeInterval: 0.3)
    kill(program.id, signal)
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test(arguments: ["dumb", ""])
  func `a terminal whose cursor cannot be moved gets the grid as a line a beat`(kind: String)
    throws
  {
    let program = try foreground("rock", "--play", "--grid", kind: kind)
    #expect(terminal.shows(", beat 2, step "), "\(terminal.text)")
    #expect(!terminal.text.contains("\u{1B}"), "\(terminal.text)")
    kill(program.id, SIGTERM)
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test func `while its output is not read, lines are carried out and it can be ended`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    var keyboard: [Int32] = [-1, -1]
    #expect(unsafe pipe(&keyboard) == 0)
    // The program must not hold the far ends itself.
    for file in ends + keyboard { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    let program = try ChildProcess(
      GhostnoteProgram.path, Self.silent + ["--control", "stdin"], environment: environment,
      streams: ChildProcess.Streams(input: keyboard[0], output: ends[1], errors: ends[1]))
    close(ends[1])
    close(keyboard[0])
    defer { close(keyboard[1]) }
    let saved = "\(place.path)/x.json"
    let lines = String(repeating: "help\n", count: 300) + "tempo 99\nsave \(saved)\n"
    _ = unsafe write(keyboard[1], lines, lines.utf8.count)
    #expect(eventually { FileManager.default.fileExists(atPath: saved) })
    kill(program.id, SIGTERM)
    #expect(self.ends(program))
    #expect(program.wait() == 0)
  }

  @Test func `what a stalled reader lost is said when it reads again`() throws {
    let program = try foreground()
    terminal.stopReading()
    // Eight pages a line: more than may wait, of fewer bytes than a terminal keeps.
    for _ in 0..<200 { terminal.type("?;?;?;?;?;?;?;?\n") }
    #expect(!terminal.text.contains("dropped"))
    Thread.sleep(forTimeInterval: 1)
    terminal.readOn()
    #expect(terminal.shows("lines dropped, because the output was not read"))
    kill(program.id, SIGTERM)
    #expect(ends(program))
  }

  @Test func `in the background it plays, and after fg it takes lines again`() throws {
    let shell = try shell()
    defer { shell.end() }
    terminal.type("\(runs) rock --play &\n")
    #expect(terminal.shows("ready: "))
    terminal.type("echo $(ps -o stat= -p $!) is its state\n")
    #expect(eventually { terminal.text.contains(/S\w* is its state/) }, "\(terminal.text)")
    terminal.type("fg\n")
    terminal.type("tempo 77\nstatus\n")
    #expect(terminal.shows("rolling at 77 bpm"), "\(terminal.text)")
    terminal.type("\u{1A}")
    #expect(terminal.shows("Stopped"))
    terminal.type("bg\nfg\n")
    terminal.type("tempo 78\nstatus\n")
    #expect(terminal.shows("rolling at 78 bpm"), "\(terminal.text)")
    terminal.type("quit\n")
    #expect(terminal.shows("stopped cleanly"))
  }

  @Test func `closing the terminal ends it cleanly, with its edits kept`() throws {
    let program = try foreground("rock", "--play")
    terminal.type("tempo 99\nstatus\n")
    #expect(terminal.shows("rolling at 99 bpm"))
    terminal.close()
    #expect(ends(program))
    #expect(program.wait() == 0)
    let state = "\(place.path)/state/ghostnote"
    let kept = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    let file = try #require(kept.first { $0.hasSuffix("/rock.json") })
    #expect(
      try String(contentsOfFile: "\(state)/\(file)", encoding: .utf8).contains("\"tempo\": 99"))
  }

  @Test func `Ctrl-D ends nothing, says so, and lines are still taken`() throws {
    let program = try foreground("rock", "--play")
    terminal.type("\u{4}")
    #expect(terminal.shows("Ctrl-D ends nothing here"))
    terminal.type("tempo 99\nstatus\n")
    #expect(terminal.shows("rolling at 99 bpm"))
    terminal.type("\u{3}")
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test(arguments: [[0], [1], [2], [0, 1, 2]] as [[Int32]])
  func `descriptors that are closed at the start lead nowhere`(closed: [Int32]) throws {
    var streams = ChildProcess.Streams()
    streams.closed = closed
    let program = try ChildProcess(
      GhostnoteProgram.path, Self.silent + ["rock", "--play"], environment: environment,
      streams: streams)
    let links = closed.map { "/proc/\(program.id)/fd/\($0)" }
    let manager = FileManager.default
    #expect(
      eventually {
        links.allSatisfy { (try? manager.destinationOfSymbolicLink(atPath: $0)) == "/dev/null" }
      })
    // Nothing of the runtime's took their place before: it is the same later.
    Thread.sleep(forTimeInterval: 0.5)
    for link in links {
      #expect(try manager.destinationOfSymbolicLink(atPath: link) == "/dev/null")
    }
    kill(program.id, SIGTERM)
    #expect(ends(program))
  }

  @Test func `signals without a meaning to it leave it playing`() throws {
    let program = try foreground("rock", "--play")
    for number in [SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGTTIN, SIGTTOU] {
      kill(program.id, number)
    }
    terminal.type("status\n")
    #expect(terminal.shows("rolling at 116 bpm"))
    kill(program.id, SIGQUIT)
    #expect(terminal.shows("stopped cleanly"))
    #expect(ends(program))
    #expect(program.wait() == 0)
  }
}
