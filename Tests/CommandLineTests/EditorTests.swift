import ControlSocket
import Foundation
import GhostnoteTesting
import Shell
import Testing

/// Lines that are edited on a real terminal, with the grid above them.
@Suite struct EditorTests {
  private let place: Workplace
  private let terminal: PseudoTerminal

  init() throws {
    place = try Workplace()
    terminal = try PseudoTerminal()
  }

  private var environment: [(name: String, value: String)] {
    [
      ("XDG_DATA_HOME", "/nonexistent"), ("XDG_STATE_HOME", "\(place.path)/state"),
      ("XDG_RUNTIME_DIR", place.path), ("JACK_NO_START_SERVER", "1"), ("TERM", "xterm"),
      ("G", GhostnoteProgram.path), ("NSM_URL", ""),
      // bash's own words, in English.
      ("LC_ALL", "C.UTF-8"), ("LANGUAGE", ""),
    ]
  }

  private func start(
    _ arguments: [String], until words: String, _ more: [(name: String, value: String)] = []
  ) throws -> ChildProcess {
    var streams = ChildProcess.Streams()
    streams.terminal = terminal.path
    let others = environment.filter { other in !more.contains { $0.name == other.name } }
    let program = try ChildProcess(
      GhostnoteProgram.path, arguments, environment: others + more, streams: streams)
    try #require(terminal.shows(words), "\(terminal.text)")
    return program
  }

  private func run(_ arguments: String...) throws -> ChildProcess {
    try start(
      ["run", "--audio", "silent", "--midi", "none"] + arguments, until: "ready: ")
  }

  private func ends(_ program: ChildProcess) -> Bool { eventually { program.hasEnded } }

  @Test func `a line is edited with arrow keys, and an earlier one comes again`() throws {
    let program = try run("rock")
    terminal.type("tempo 9\u{1B}[D8\n")
    terminal.type("status\n")
    #expect(terminal.shows("stopped at 89 bpm"), "\(terminal.text)")
    terminal.type("tempo 99\u{7F}8\nstatus\n")
    #expect(terminal.shows("stopped at 98 bpm"), "\(terminal.text)")
    terminal.type("\u{1B}[A\u{1B}[A\u{7F}7\n")
    terminal.type("status\n")
    #expect(terminal.shows("stopped at 97 bpm"), "\(terminal.text)")
    kill(program.id, SIGTERM)
    #expect(ends(program))
    #expect(program.wait() == 0)
    let kept = try String(contentsOfFile: "\(place.path)/state/ghostnote/history", encoding: .utf8)
    #expect(kept.hasSuffix("tempo 97\nstatus\n"))
  }

  @Test func `a history that is a pipe holds up neither the start nor a line`() throws {
    let folder = "\(place.path)/state/ghostnote"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(unsafe mkfifo(folder + "/history", 0o600) == 0)
    let program = try run("rock")
    terminal.type("tempo 89\nstatus\n")
    #expect(terminal.shows("stopped at 89 bpm"), "\(terminal.text)")
    kill(program.id, SIGTERM)
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test func `Tab completes a command's first word`() throws {
    let program = try run("rock")
    terminal.type("tempo\t97\nstatus\n")
    #expect(terminal.shows("stopped at 97 bpm"), "\(terminal.text)")
    kill(program.id, SIGTERM)
    #expect(ends(program))
    // Tab became the blank after the word.
    let kept = try String(contentsOfFile: "\(place.path)/state/ghostnote/history", encoding: .utf8)
    #expect(kept.hasSuffix("tempo 97\nstatus\n"))
  }

  @Test func `Tab completes a name within its quotes, or lists those that it may become`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    let folder = "data/ghostnote/SoundFonts"
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/\(folder)", withIntermediateDirectories: true)
    for name in ["my a", "my b"] { _ = try place.write("\(folder)/\(name).sf2", "") }
    let ctl = try start(["ctl"], until: "> ", [("XDG_DATA_HOME", "\(place.path)/data")])
    terminal.type("kit my\t\t")
    #expect(terminal.shows("\"my a\"  \"my b\""), "\(terminal.text)")
    terminal.type("b\t\n")
    #expect(terminal.shows("> kit \"my b\""), "\(terminal.text)")
    terminal.type("\u{4}")
    #expect(ends(ctl))
    #expect(session.end().status == 0)
  }

  @Test(arguments: ["C", "none"])
  func `letters beyond ASCII can be typed in a locale that lacks them, too`(locale: String) throws {
    let program = try start(
      ["run", "--audio", "silent", "--midi", "none", "rock"], until: "ready: ",
      [("LC_ALL", locale)])
    terminal.type("tempo 9é\u{7F}8\nstatus\n")
    #expect(terminal.shows("stopped at 98 bpm"), "\(terminal.text)")
    kill(program.id, SIGTERM)
    #expect(ends(program))
  }

  @Test func `the grid is drawn above a line that stays whole`() throws {
    let program = try run("rock", "--play", "--grid")
    terminal.type("temp")
    Thread.sleep(forTimeInterval: 1)
    terminal.type("o 97\n")
    terminal.type("status\n")
    #expect(terminal.shows("rolling at 97 bpm"), "\(terminal.text)")
    terminal.type("\u{3}")
    #expect(ends(program))
    #expect(program.wait() == 0)
    #expect(terminal.shows("stopped cleanly"))
  }

  @Test(arguments: ["", "abc"])
  func `a held terminal stops neither the music nor its end, whatever is typed`(typed: String)
    throws
  {
    let program = try run("rock", "--play", "--grid")
    terminal.type("\u{13}\(typed)")
    Thread.sleep(forTimeInterval: 0.3)
    kill(program.id, SIGTERM)
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test func `the shell gets its terminal back after Ctrl-Z and at the end`() throws {
    var streams = ChildProcess.Streams()
    streams.terminal = terminal.path
    let shell = try ChildProcess(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: environment + [("PS1", "prompt> "), ("HISTFILE", "")], streams: streams)
    defer { shell.end() }
    terminal.type("\"$G\" run rock --play --audio silent --midi none\n")
    #expect(terminal.shows("ready: "))
    terminal.type("tempo 77\nstatus\n")
    #expect(terminal.shows("rolling at 77 bpm"), "\(terminal.text)")
    terminal.type("\u{1A}")
    #expect(terminal.shows("Stopped"))
    terminal.type("echo held=$(stty -a | grep -c ' icanon'); fg\n")
    #expect(terminal.shows("held=1"), "\(terminal.text)")
    Thread.sleep(forTimeInterval: 1)
    terminal.type("tempo 78\nstatus\n")
    #expect(terminal.shows("rolling at 78 bpm"), "\(terminal.text)")
    terminal.type("quit\n")
    #expect(terminal.shows("stopped cleanly"))
    // What is typed before the program has ended goes to its editor.
    #expect(eventually { terminal.text.suffix(12).contains("prompt> ") }, "\(terminal.text)")
    terminal.type("echo lines=$(stty -a | grep -c ' icanon')\n")
    #expect(terminal.shows("lines=1"), "\(terminal.text)")
  }

  @Test func `closing the window ends it cleanly`() throws {
    let program = try run("rock", "--play")
    terminal.type("tempo 99\nstatus\n")
    #expect(terminal.shows("rolling at 99 bpm"))
    terminal.close()
    #expect(ends(program))
    #expect(program.wait() == 0)
  }

  @Test func `ctl reads lines, finds a session that was started again, and ends with Ctrl-D`()
    throws
  {
    let options = ["--audio", "silent", "--midi", "none"]
    let first = try Session(["rock"] + options, environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(first.isReady())
    let ctl = try start(["ctl"], until: "> ")
    terminal.type("tempo 91\nstatus\n")
    #expect(terminal.shows("stopped at 91 bpm"), "\(terminal.text)")
    terminal.type("tmepo 92\n")
    #expect(terminal.shows("error: "))
    #expect(first.end(SIGKILL).status != 0)
    #expect(terminal.shows("the session has ended; waiting"))
    let second = try Session(["funk"] + options, environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(second.isReady())
    #expect(terminal.shows("connected again"), "\(terminal.text)")
    terminal.type("nonsense\u{3}")
    terminal.type("status\n")
    #expect(terminal.shows("patch: Funk"), "\(terminal.text)")
    terminal.type("\u{4}")
    #expect(ends(ctl))
    #expect(ctl.wait() == 0)
    #expect(second.end().status == 0)
  }

  @Test func `Ctrl-D that was typed before lines are edited is heard`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    // While the terminal edits lines itself it keeps this as the end of a file, not as a character.
    terminal.type("\u{4}")
    let ctl = try start(["ctl"], until: "> ")
    #expect(ends(ctl))
    #expect(ctl.wait() == 0)
    #expect(session.end().status == 0)
  }

  @Test func `Ctrl-Space is not heard as Ctrl-D`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    let ctl = try start(["ctl"], until: "> ")
    // What has been completed shows that the terminal edits no line itself.
    terminal.type("clock so\t")
    #expect(terminal.shows("urce"), "\(terminal.text)")
    // Ctrl-D at the line's beginning would delete a letter.
    terminal.type("\u{1}\u{0}\u{5}internal\n\u{4}")
    #expect(ends(ctl))
    #expect(ctl.wait() == 0)
    let kept = try String(contentsOfFile: "\(place.path)/state/ghostnote/history", encoding: .utf8)
    #expect(kept.split(separator: "\n").contains("clock source internal"), "\(kept)")
    #expect(session.end().status == 0)
  }

  @Test func `Ctrl-C forgets what was typed before it, and nothing that is there with it`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    let ctl = try start(["ctl"], until: "> ")
    for tempo in 101...140 {
      terminal.type("tempo 90; \u{3}tempo \(tempo)\nstatus\n")
      #expect(terminal.shows("stopped at \(tempo) bpm"), "\(terminal.text)")
    }
    #expect(!terminal.text.contains("error"), "\(terminal.text)")
    // Both have come when it goes on.
    kill(ctl.id, SIGSTOP)
    Thread.sleep(forTimeInterval: 0.1)
    terminal.type("\u{3}\u{4}")
    kill(ctl.id, SIGCONT)
    #expect(ends(ctl))
    #expect(ctl.wait() == 0)
    #expect(session.end().status == 0)
  }

  @Test func `ctl pastes the lines that follow, as run does`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    let ctl = try start(["ctl"], until: "> ")
    terminal.type("paste pattern\n")
    #expect(terminal.shows("paste: the lines that follow, until an empty one"), "\(terminal.text)")
    terminal.type("# verse\ngrid: 4/4\nkick: X.X.\n\ntext line\n")
    #expect(terminal.shows("grid: 4/4; kick: X.X."), "\(terminal.text)")
    // Ctrl-C forgets what was pasted so far, and Ctrl-D ends it like an empty line. Between two lines both are the
    // terminal's: they are typed where the editor shows what was begun.
    terminal.type("paste\nkick: XXXX\nforgotten")
    #expect(terminal.shows("> forgotten"), "\(terminal.text)")
    terminal.type("\u{3}paste\nsnare: ..x.\nwiped")
    #expect(terminal.shows("> wiped"), "\(terminal.text)")
    terminal.type("\u{15}\u{4}text line\n")
    #expect(terminal.shows("grid: 4/4; kick:  X.X.; snare: ..x."), "\(terminal.text)")
    #expect(!terminal.text.contains("error"), "\(terminal.text)")
    terminal.type("\u{4}")
    #expect(ends(ctl))
    #expect(ctl.wait() == 0)
    #expect(session.end().status == 0)
  }

  @Test func `ctl ends the session only when quit is said twice`() throws {
    let session = try Session(
      ["rock", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady())
    let ctl = try start(["ctl"], until: "> ")
    terminal.type("quit\n")
    #expect(terminal.shows("quit ends the session and its music"))
    terminal.type("status\n")
    #expect(terminal.shows("patch: Rock"), "\(terminal.text)")
    terminal.type("quit\nquit\n")
    #expect(ends(ctl))
    #expect(eventually { session.program.hasEnded })
    #expect(session.end().status == 0)
  }
}
