import Commands
import Control
import ControlSocket
import Foundation
import GhostnoteTesting
import PatchFiles
import Rhythm
import Shell
import Testing

extension CommandLineTests {
  /// A daemon without devices, ready.
  private func session(_ arguments: String...) throws -> Session {
    let session = try Session(["--audio", "silent", "--midi", "none"] + arguments)
    try #require(session.status() != nil, "\(session.program.errors)")
    return session
  }

  @Test func `lines play, stop, change tempo and write steps`() throws {
    let session = try session("empty")
    let before = try #require(session.status())
    #expect(!before.isRolling && !before.isEdited && before.hits == 0)
    for line in ["tempo 240.5", "step kick 1 100", "step snare 5 X", "play"] { session.type(line) }
    let rolling = try #require(session.status { $0.isRolling && $0.hits > 0 })
    #expect(rolling.tempoBPM == 240.5 && rolling.isEdited)
    #expect(session.status { $0.beat > rolling.beat && $0.loop > 1 } != nil)
    session.type("stop")
    let stopped = try #require(session.status { !$0.isRolling })
    #expect(session.status()?.beat == stopped.beat)
    session.type("continue")
    #expect(session.status { $0.beat > stopped.beat } != nil)
    let drawing = try #require(session.answer(to: "show", until: "snare"))
    #expect(drawing.contains("kick        x...|"))
    #expect(session.end().status == 0)
  }

  @Test func `a session that can be commanded ends cleanly, however young it is`() throws {
    let place = try Workplace()
    let socket = "\(place.path)/ghostnote/Ghostnote.sock"
    for _ in 0..<3 {
      let program = try GhostnoteProgram.start(
        ["run", "rock", "--audio", "silent", "--midi", "none", "--control", "none"],
        environment: [(name: "XDG_RUNTIME_DIR", value: place.path)])
      var client: ControlClient?
      #expect(
        eventually {
          client = try? ControlClient(path: socket)
          return client != nil || program.hasEnded
        })
      program.signal(SIGTERM)
      let outcome = program.finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("stopped cleanly"))
    }
  }

  @Test func `each thread of a daemon that we start has a name of its own`() throws {
    let session = try session("rock", "--play")
    let ours: Set<String> = [
      "ghostnote-ctl", "ghostnote-drum", "ghostnote-lines", "ghostnote-pace", "ghostnote-pads",
      "ghostnote-text", "ghostnote-tick",
    ]
    var names: [Int32: String] = [:]
    let areNamed = eventually {
      names = session.program.threadNames
      // All others, those of Swift's pool too, are not called as the program is, once they have begun.
      let unnamed = names.filter { $0.value == "ghostnote" }.keys.sorted()
      return ours.isSubset(of: names.values) && unnamed == [session.program.process.id]
    }
    #expect(areNamed, "\(names)")
    #expect(session.end().status == 0)
  }

  /// Moves a fader, and returns how many changes that may be: a new one for each rest of a second, to which the machine
  /// may hold a client up.
  private func mostChanges(of tempi: ClosedRange<Int>, by client: ControlClient) -> Int {
    var changes = 1
    var last: ContinuousClock.Instant?
    for bpm in tempi {
      let began = ContinuousClock.now
      _ = client.request("tempo \(bpm)", within: 5_000)
      // From before the one value was sent until after the next was carried out.
      if let last, ContinuousClock.now - last > .seconds(1) { changes += 1 }
      last = began
    }
    return changes
  }

  @Test func `a fader that two clients move in turn is undone for one of them`() throws {
    let place = try Workplace()
    let environment = [(name: "XDG_RUNTIME_DIR", value: place.path)]
    let session = try Session(
      ["--audio", "silent", "--midi", "none", "rock"], environment: environment)
    try #require(session.isReady())
    let path = "\(place.path)/ghostnote/Ghostnote.sock"
    let counts = try [91...95, 101...105].map { tempi in
      try mostChanges(of: tempi, by: ControlClient(path: path))
    }
    // The fader that was moved last, then the other, of which the patch had its tempo.
    for (tempo, most) in zip([95.0, 116], counts.reversed()) {
      var tempi: [Double] = []
      while tempi.last != tempo, tempi.count < most {
        session.type("undo")
        tempi.append(session.status()?.tempoBPM ?? 0)
      }
      #expect(tempi.last == tempo, "\(tempi) in \(most) changes at most")
    }
    #expect(session.end().status == 0)
  }

  @Test func `help lists the commands, and status is readable by people too`() throws {
    let session = try session("rock")
    let help = try #require(session.answer(to: "help", until: "as JSON\n"))
    for word in ["transport", "play", "tempo", "clock", "load", "panic", "status --json"] {
      #expect(help.contains(word))
    }
    let tempo = try #require(session.answer(to: "help tempo", until: "example: tempo 96\n"))
    #expect(tempo.contains("tempo [BPM]"))
    let status = try #require(session.answer(to: "status", until: "audio: "))
    #expect(status.contains("stopped at 116 bpm") && status.contains("patch: Rock"))
    #expect(status.contains("\nclock: our own tempo leads\n"))
    session.type("quit")
    #expect(session.program.finish().status == 0)
  }

  @Test func `JACK MIDI without JACK audio is said to be none`() throws {
    let session = try Session(["--audio", "silent", "--midi", "jack"])
    try #require(session.isReady())
    #expect(session.program.errors.contains("warning: MIDI: none: JACK MIDI needs JACK audio"))
    #expect(session.end().status == 0)
  }

  @Test func `a bad line is answered by one line, and what played keeps playing`() throws {
    let session = try session("rock", "--play", "--quiet")
    let lines = [
      "tempo 301", "tempo fast", "step kick 0", "step kick 65", "step gong 1", "load nowhere",
      "kit nowhere.sf2 0", "kit 127 9", "sing", "level kick loud", "play it again",
      "load \"unfinished", "step kick 40 100", "save /nonexistent/x.json",
    ]
    for line in lines { session.type(line) }
    let status = try #require(session.status { $0.isRolling })
    #expect(status.patch == "Rock" && !status.isEdited && status.tempoBPM == 116)
    // Errors and answers are written by threads of their own.
    var said: [Substring] { session.program.errors.split(separator: "\n") }
    #expect(eventually { said.count == lines.count })
    #expect(said.allSatisfy { $0.hasPrefix("ghostnote: error: ") })
    #expect(session.end().status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it cleanly, playing or not`(signal: Int32) throws {
    for isPlaying in [false, true] {
      let session = isPlaying ? try session("rock", "--play") : try session()
      let outcome = session.end(signal)
      #expect(outcome.status == 0)
      #expect(outcome.errorLines.last == "ghostnote: stopped cleanly")
    }
  }

  @Test func `a signal ends it cleanly in the midst of a long file of commands`() throws {
    let place = try Workplace()
    let begun = "\(place.path)/begun.json"
    let lines = String(repeating: "tempo 100\ntempo 101\ntempo 102\n", count: 30_000)
    let file = try place.write("long.txt", "save '\(begun)'\n" + lines)
    let session = try session("rock")
    session.type("tempo 200")
    try #require(session.status { $0.tempoBPM == 200 } != nil)
    session.type("source '\(file)'")
    #expect(eventually { FileManager.default.fileExists(atPath: begun) })
    let outcome = session.end()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("asked to stop: the last "))
    #expect(outcome.errors.contains(" of 90001 left out"))
    #expect(outcome.errorLines.last?.contains("stopped cleanly") == true)
  }

  @Test func `SIGHUP reads the patch again, and a broken one leaves the old one playing`() throws {
    let place = try Workplace()
    let file = try place.patch("mine.json", tempo: 100, ["kick": "x..."])
    let session = try session(file, "--play")
    _ = try place.patch("mine.json", tempo: 150, ["kick": "x...", "snare": "..x."])
    session.program.signal(SIGHUP)
    #expect(session.says("the patch was read again"))
    #expect(session.status { $0.tempoBPM == 150 && $0.isRolling } != nil)
    _ = try place.write("mine.json", "{")
    session.program.signal(SIGHUP)
    #expect(session.says("ghostnote: error: \(file): line 1"))
    let after = try #require(session.status())
    #expect(after.tempoBPM == 150 && after.isRolling)
    #expect(session.status { $0.hits > after.hits } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `the log as JSON is an object a line`() throws {
    let program = try GhostnoteProgram.start(
      ["run", "rock", "--audio", "silent", "--midi", "none", "--log-json", "--bars", "1", "--play"]
        + ["--bpm", "300", "--control", "stdin"])
    program.type("nonsense")
    let outcome = program.finish()
    // A script has to know that one of its lines was not carried out.
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count >= 4)
    let levels = try outcome.errorLines.map { line in
      let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      _ = try #require(fields["message"])
      _ = try #require(fields["time"])
      return try #require(fields["level"])
    }
    #expect(Set(levels) == ["info", "error"])
  }

  @Test func `a number of bars ends by itself, recorded to a WAV file`() throws {
    let place = try Workplace()
    let patch = try place.patch("short.json", tempo: 300, ["sidestick": "X... .... X... ...."])
    let outcome = try GhostnoteProgram.run(
      "run", patch, "--play", "--bars", "2", "--audio", "wav:\(place.path)/out.wav", "--midi",
      "none")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wav = try WAVReader(try place.read("out.wav"))
    // Two bars of 4 × 9600 frames; it may play on for as long as ending takes.
    #expect(wav.frameCount >= 76_800)
    let first = try #require(wav.level.firstIndex { $0 > 0.01 })
    for hit in 1..<4 {
      let due = first + hit * 19_200
      let onset = try #require(wav.onset(from: due - 480, to: due + 9_600))
      #expect(abs(onset - due) <= 64)
    }
  }

  @Test func `kits are swapped by a line, and a bad one leaves the last sounding`() throws {
    let place = try Workplace()
    let copy = try place.write("Copy.sf2", try Workplace.bundledKit())
    let session = try session("rock", "--play")
    session.type("kit \(copy) 0")
    #expect(session.status { $0.kit.contains("Copy.sf2") } != nil)
    session.type("kit Ghostnote-Kit 0")
    #expect(session.status { $0.kit.contains("Ghostnote-Kit.sf2") } != nil)
    let bad = try place.write("bad.sf2", "no font")
    session.type("kit \(bad) 0")
    #expect(session.says("\(bad): this is a text file"))
    let last = try #require(session.status())
    #expect(last.kit.contains("Ghostnote-Kit.sf2"))
    #expect(session.status { $0.hits > last.hits } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `the end of standard input lets it play on`() throws {
    let session = try session("rock", "--play", "--verbose")
    session.program.closeInput()
    #expect(session.says("standard input has ended; playing on"))
    #expect(session.end().status == 0)
  }

  @Test(arguments: [128, 1_024, 4_096])
  func `of 700 lines in a pipe all are carried out, in order, at any period`(period: Int) throws {
    let place = try Workplace()
    let saved = "\(place.path)/saved.json"
    // Every marker of 64 is written many times; the last value is what stays.
    let steps = (0..<700).map { "step kick \($0 % 64 + 1) \($0 % 127 + 1)" }
    let program = try GhostnoteProgram.start(
      ["run", "trap", "--audio", "silent", "--midi", "none", "--control", "stdin"]
        + ["--period", "\(period)"])
    for line in steps + ["save \(saved)", "undo list", "quit"] { program.type(line) }
    let outcome = program.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("error: "))
    #expect(outcome.output.contains("… and 680 more"))
    let pattern = try PatchFile.load(saved).pattern
    let kick = try #require(pattern.lane(of: Drum.kick))
    let written = (636..<700).sorted { $0 % 64 < $1 % 64 }.map { $0 % 127 + 1 }
    #expect(kick.steps.map { Int($0?.velocity.value ?? 0) } == written)
  }

  @Test func `a line of a script that can't be carried out is named, and makes the status 1`()
    throws
  {
    let program = try GhostnoteProgram.start(
      ["run", "rock", "--audio", "silent", "--midi", "none", "--control", "stdin"])
    for line in ["tempo 99", "# a remark", "stpe kick 1", "tempo 98", "quit"] { program.type(line) }
    let outcome = program.finish()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "ghostnote: error: line 3: unknown command “stpe”; did you mean “step”?"))
  }

  @Test func `a recording that is killed holds what was played`() throws {
    let place = try Workplace()
    let session = try Session(
      ["rock", "--play", "--midi", "none", "--audio", "wav:\(place.path)/take.wav"])
    try #require(session.isReady())
    #expect(session.status { $0.hits > 20 } != nil)
    let played = try #require(session.status())
    #expect(session.end(SIGKILL).status == 137)
    let wav = try WAVReader(whatIsThere: try place.read("take.wav.part"))
    // A second less at most, by the clock of the song.
    let seconds = Double(wav.frameCount) / Double(wav.sampleRate)
    #expect(seconds >= played.beat * 60 / played.tempoBPM - 1.2)
    #expect(wav.level.contains { $0 > 0.05 })
    // The next start gives it its name, says so, and records beside it.
    let next = try Session(
      ["rock", "--midi", "none", "--audio", "wav:\(place.path)/take.wav"])
    #expect(next.says("take.wav: the recording of a session that did not end, "))
    #expect(next.says("recording into \(place.path)/take-2.wav"))
    // Before that, a signal ends it at once.
    try #require(next.isReady())
    // What comes there meanwhile stays.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(place.path)/take-2.wav"))
    let ended = next.end()
    #expect(ended.status == 0)
    let notice = "take-2.wav is another file by now: the recording is \(place.path)/take-3.wav"
    #expect(ended.errors.contains(notice), "\(ended.errors)")
    let restored = try WAVReader(try place.read("take.wav"))
    #expect(restored.frameCount >= wav.frameCount)
    #expect(try place.read("take-2.wav") == Array("mine".utf8))
    #expect(try WAVReader(try place.read("take-3.wav")).channelCount == 2)
  }

  @Test func `what sounds at quit fades out into the recording`() throws {
    let place = try Workplace()
    let file = try place.patch("wash.json", tempo: 240, ["crash": "xxxxxxxxxxxxxxxx"])
    let session = try Session(
      [file, "--play", "--midi", "none", "--audio", "wav:\(place.path)/take.wav"])
    #expect(session.status { $0.hits > 8 } != nil)
    session.type("quit")
    let outcome = session.program.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wav = try WAVReader(try place.read("take.wav"))
    // Crashes sound on: without the fade they are cut off.
    #expect(wav.level.contains { $0 > 0.05 })
    #expect(wav.level.suffix(wav.sampleRate / 200).allSatisfy { $0 < 0.001 })
  }

  @Test func `--bars ends on the bar line, and lets the last hit ring`() throws {
    let place = try Workplace()
    let file = try place.patch("one.json", tempo: 240, ["kick": "x..............."])
    let outcome = try GhostnoteProgram.run(
      "run", file, "--play", "--bars", "2", "--midi", "none", "--audio",
      "wav:\(place.path)/take.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wav = try WAVReader(try place.read("take.wav"))
    // A bar of 240 bpm is a second: the third downbeat would come after two.
    #expect(wav.bursts.count == 2)
    #expect(wav.level.suffix(wav.sampleRate / 10).allSatisfy { $0 < 0.001 })
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk is said with its reason, keeps what fits, and makes the status 1`() throws {
    let disk = try SmallDisk(bytes: 1 << 20)
    let outcome = try GhostnoteProgram.run(
      "run", "rock", "--play", "--bpm", "300", "--bars", "6", "--midi", "none", "--audio",
      "wav:\(disk.path)/take.wav")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    #expect(try disk.names() == ["take.wav"])
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(disk.path)/take.wav")))
    #expect(try WAVReader(bytes).frameCount > 100_000)
  }

  @Test func `after a select that could not be read nothing is edited, and lines are pasted`()
    throws
  {
    let session = try Session(["--audio", "silent", "--midi", "none"])
    try #require(session.status() != nil)
    session.type("select 300")
    session.type("fill 2")
    #expect(session.says("fill 2: the `select` before it failed"))
    for line in ["select none", "paste pattern", "grid: son", "kick: x.o..", ""] {
      session.type(line)
    }
    let text = try #require(session.answer(to: "text", until: "kick"))
    #expect(text.contains("grid: 4 beats: 0 3/4 3/2 5/2 3"))
    #expect(session.end().status == 0)
  }
}
