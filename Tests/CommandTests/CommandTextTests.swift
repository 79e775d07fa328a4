import CommandText
import Commands
import Rhythm
import Testing

/// Help, completion, and lines with several commands.
@Suite struct CommandTextTests {
  @Test func `help fits 80 columns and leaves no command out`() throws {
    var pages = [try CommandHelp.text(nil)]
    for topic in CommandTopic.allCases { pages.append(try CommandHelp.text(topic.rawValue)) }
    for spec in CommandTable.all { pages.append(try CommandHelp.text(spec.path)) }
    for page in pages {
      for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
    let topics = pages[1...CommandTopic.allCases.count].joined(separator: "\n")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for spec in CommandTable.all {
      #expect(topics.contains(spec.meaning), "\(spec.path)")
      #expect(pages[0].contains(spec.path.prefix { $0 != " " }))
    }
  }

  @Test func `help of a command has its usage, range and example`() throws {
    let tempo = try CommandHelp.text("tempo")
    #expect(tempo.contains("tempo [BPM]") && tempo.contains("20–300 bpm"))
    #expect(tempo.contains("example: tempo 96"))
    #expect(try CommandHelp.text("clock").contains("clock source"))
    #expect(try CommandHelp.text("level").contains("level kick -3"))
    let error = #expect(throws: CommandError.self) { try CommandHelp.text("tmepo") }
    #expect(error?.description == "help: unknown command “tmepo”; did you mean “tempo”?")
    // As other programs call it.
    let swing = try CommandHelp.text("swing")
    #expect(swing.hasPrefix("swing: see `groove swing8`\n\ngroove"))
  }

  private let completion = Completion { kind in
    switch kind {
    case .pattern: ["verse", "my chorus"]
    case .style: ["funk"]
    default: []
    }
  }

  @Test(arguments: [
    ("tem", ["tempo", "temper"]), ("clock so", ["source"]), ("clock source m", ["midi"]),
    ("loop ", ["on", "off"]), ("step clo", ["closedhat"]), ("pattern v", ["verse"]),
    ("drummer style f", ["funk"]), ("groove ti", ["tigrigna"]), ("play; sto", ["stop"]),
    ("mute kick ", ["on", "off", "toggle"]), ("assign b", ["bend"]),
    ("grid trip", ["triplets"]), ("tempo ", []), ("# pl", []),
    ("metronome o", ["output", "on", "off"]), ("assign cc 20 drummer den", ["density"]),
    ("drummer drums kick sn", ["snare", "snare2"]), ("record erase kick o", ["on", "off"]),
  ])
  func `a line is completed from the table`(line: String, words: [String]) {
    #expect(completion.candidates(for: line).prefix(words.count) == words[...], "\(line)")
    if words.isEmpty { #expect(completion.candidates(for: line).isEmpty) }
  }

  @Test func `names with blanks are completed in quotes`() {
    #expect(completion.candidates(for: "pattern my") == ["\"my chorus\""])
    #expect(completion.candidates(for: "pattern \"my") == ["\"my chorus\""])
  }

  private func lines(_ line: String) throws -> [String] {
    try CommandReader.commands(line).map(\.line)
  }

  @Test func `a semicolon separates commands, but not in quotes, remarks and pasted lanes`() throws
  {
    #expect(try lines("tempo 96; play") == ["tempo 96", "play"])
    #expect(try lines(" ;; stop ; ") == ["stop"])
    #expect(try lines("load \"a;b\"; play") == ["load \"a;b\"", "play"])
    #expect(try lines("# play; stop").isEmpty)
    #expect(try lines("paste kick: x...; snare: .x..").count == 1)
    #expect(throws: CommandError.self) { try lines("play; tmepo 3") }
    #expect(throws: CommandError.self) { try CommandReader.command("play; stop") }
  }

  @Test func `a file of lines replaces its command, and its errors say where`() throws {
    let files = [
      "set": "tempo 96\n# floor tom 14\" , brushes\nsource inner; play; # it's\n",
      "inner": "step kick 1\nstep kick 5",
      "bad": "play\ntmepo 3", "loop": "source loop",
      "paste": "paste pattern\ngrid: 4/4\nkick: x...\n\nstop",
    ]
    func read(_ file: String) throws(CommandError) -> String {
      guard let text = files[file] else { throw CommandError("\(file): No such file") }
      return text
    }
    #expect(
      try CommandReader.commands("source set; stop", reading: read).map(\.line)
        == ["tempo 96", "step kick 1", "step kick 5", "play", "stop"])
    #expect(
      try CommandReader.commands("source set; stop", reading: read).map(\.place)
        == ["set, line 1", "inner, line 1", "inner, line 2", "set, line 3", nil])
    #expect(try CommandReader.commands("source paste", reading: read).count == 2)
    let slip = #expect(throws: CommandError.self) {
      try CommandReader.commands("source bad", reading: read)
    }
    #expect(slip?.description.hasPrefix("bad, line 2: unknown command “tmepo”") == true)
    for file in ["loop", "none"] {
      #expect(throws: CommandError.self) {
        try CommandReader.commands("source \(file)", reading: read)
      }
    }
  }

  /// Files that ask for each other's lines.
  struct Files: CustomTestStringConvertible {
    /// What exceeds the limits, named here, since the files themselves are too long for a log.
    let testDescription: String
    let texts: [String: String]

    init(_ testDescription: String, _ texts: [String: String]) {
      (self.testDescription, self.texts) = (testDescription, texts)
    }
  }

  @Test(arguments: [
    Files(
      "100,000 times two commands",
      ["a": String(repeating: "source b\n", count: 100_000), "b": "play\nplay"]),
    Files(
      "100,001 empty files", ["a": String(repeating: "source b\n", count: 100_001), "b": ""]),
    Files(
      "400 times 400 commands",
      [
        "a": String(repeating: "source b\n", count: 400),
        "b": String(repeating: "source c\n", count: 400),
        "c": "play",
      ]),
    Files(
      "100 MiB of comments",
      [
        "a": String(repeating: "source b\n", count: 100),
        "b": "# " + String(repeating: "x", count: 1 << 20),
      ]),
  ])
  func `files that ask for more than a line may are refused in one sentence`(files: Files) {
    var reads = 0
    let error = #expect(throws: CommandError.self) {
      try CommandReader.commands("source a") { file throws(CommandError) in
        reads += 1
        return files.texts[file] ?? ""
      }
    }
    #expect(
      error?.description
        == "source: expected at most 100000 commands and 16 MiB in all files together")
    #expect(reads <= 100_001)
  }

  @Test func `a reply to any line may be wanted as JSON`() throws {
    #expect(try CommandReader.command("status --json")?.wantsJSON == true)
    #expect(try CommandReader.command("pattern list --json")?.wantsJSON == true)
    #expect(try CommandReader.command("status")?.wantsJSON == false)
  }

  @Test(arguments: [
    ("step kick 5 x?50", "step kick 5 x?50"), ("hits velocity 80", "hits velocity 80"),
    ("hits probability 50%", "hits probability 50%"), ("hits hold 3", "hits hold 3"),
    ("hits condition 1:4", "hits condition 1:4"),
    ("hits offset -1/96", "hits offset -1/96"), ("kit foo.sf2", "kit foo.sf2"),
    ("level kick", "level kick"), ("seed 7", "seed 7"), ("name My Set", "name My Set"),
    ("note 22 closedhat", "note 22 closedhat"), ("copy kick kick2", "copy kick kick2"),
    ("groove between 0 1/3 2/3 to 0 1/4 1/2 in 1", "groove between 0 1/3 2/3 to 0 1/4 1/2 in 1"),
  ])
  func `the language says what it could not say before`(line: String, again: String) throws {
    #expect(try CommandReader.command(line)?.line == again)
  }

  @Test(arguments: [
    "plain", "it's", "'quoted'", "two words", "a;b", "say \"x\"", "it's \"x\" y", "\"", "'\"",
    "\"'\"",
    "\" '", "", "back\\slash \\\" it's", "#1",
  ])
  func `a word that is quoted reads back as one`(word: String) throws {
    let line = "load \(Command.quoted(word)); save \(Command.quoted(word))"
    #expect(try CommandReader.commands(line).map(\.arguments) == [[word], [word]], "\(line)")
  }

  @Test(arguments: [
    "step kick 5 x?500", "step kick 5 xx", "step kick 5 xyz", "hits ratchet 9",
    "hits offset 2", "hits write .", "hits condition 5:4", "name", "seed -1", "note 128 kick",
    "groove between 0 1/3 to", "copy kick", "assign cc 128 play", "assign cc 20 dance",
    "assign cc 20 tempo from 10 to 90",
  ])
  func `what is ill-formed is refused with its usage`(line: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true, "\(error?.description ?? "")")
  }

  @Test func `a line is cut into commands as they are written`() {
    #expect(
      CommandReader.sentences(#"tempo 96; load "a;b.json" ;; load 'c;d' ; play"#) == [
        "tempo 96", #"load "a;b.json""#, "load 'c;d'", "play",
      ])
    #expect(CommandReader.sentences("# a; b") == [])
    #expect(CommandReader.sentences("play; # a; b") == ["play"])
    #expect(CommandReader.sentences(" ") == [])
    #expect(
      CommandReader.sentences("paste kick: x...; snare: ..x.") == ["paste kick: x...; snare: ..x."])
  }

  @Test(arguments: [
    ("save out.json", "save /there/out.json"), ("load rock", "load rock"),
    ("load sub/rock", "load /there/sub/rock"), ("load /x/rock.json", "load /x/rock.json"),
    ("load ~/rock.json", "load ~/rock.json"), ("save", "save"), ("save my-beat", "save my-beat"),
    ("export  'my take.mid'  loops 2", "export  \"/there/my take.mid\" loops 2"),
    ("source set", "source /there/set"), ("sound snare here.sf2:0:5", "sound snare here.sf2:0:5"),
    ("tempo 0.5", "tempo 0.5"), ("nonsense ./x", "nonsense ./x"),
    ("save \"out.json", "save \"out.json"), ("load funk-98.5", "load funk-98.5"),
    ("load 'Mr. Funk'", "load 'Mr. Funk'"), ("save \"Mr. Funk\"", "save \"Mr. Funk\""),
    ("load funk-98.5.json", "load /there/funk-98.5.json"),
    ("import take.mid", "import /there/take.mid"),
    ("import demo.h2song", "import /there/demo.h2song"),
    ("surface use maps/a.json", "surface use /there/maps/a.json"),
    ("surface use ./a.json 'Grid:*'", "surface use /there/./a.json 'Grid:*'"),
    ("surface use launchpad-x", "surface use launchpad-x"),
    ("surface use my.map", "surface use my.map"), ("surface use ~/a.json", "surface use ~/a.json"),
  ])
  func `a relative path begins at the folder of the client that wrote it`(
    line: String, rooted: String
  ) {
    #expect(CommandReader.rooted(line, at: "/there") { _ in false } == rooted)
  }

  @Test(arguments: ["kit own.sf2:128:0", "sound kick own.sf2:128:0:36", "kit own.sf2"])
  func `of a preset only the SoundFont is a file`(line: String) {
    let rooted = CommandReader.rooted(line, at: "/there") { $0 == "/there/own.sf2" }
    #expect(rooted == line.replacing("own", with: "/there/own"))
  }

  @Test func `a word of the command's own is not a file, even where one is called so`() {
    #expect(CommandReader.rooted("sound kick kit", at: "/there") { _ in true } == "sound kick kit")
  }

  @Test(arguments: [
    ("source c", ["save out.json", "import sets/x.mid", "load rock"]),
    (
      "source sets/a", ["save sets/out.json", "import sets/x.mid", "load rock", "kit sets/own.sf2"]
    ),
    ("source /sets/a", ["save /sets/out.json", "import /sets/x.mid", "load rock", "kit own.sf2"]),
    ("source /top", ["export /take.mid loops 2", "load ~/mine.json", "save /out.json"]),
  ])
  func `relative paths in a file begin at the folder it is in`(line: String, lines: [String]) throws
  {
    let files = [
      "c": "save out.json; source sets/b; load rock", "sets/b": "import x.mid",
      "/sets/b": "import x.mid",
      "sets/a": "save out.json\nsource b\nload rock\nkit own.sf2",
      "/sets/a": "save out.json\nsource b\nload rock\nkit own.sf2",
      "/top": "export take.mid loops 2\nload ~/mine.json\nsave out.json",
    ]
    func read(_ file: String) throws(CommandError) -> String {
      guard let text = files[file] else { throw CommandError("\(file): No such file") }
      return text
    }
    let commands = try CommandReader.commands(
      line, reading: read, exists: { $0 == "sets/own.sf2" })
    #expect(commands.map(\.line) == lines)
  }

  @Test func `a reply to a file's line may be wanted as JSON, whatever its path becomes`() throws {
    let commands = try CommandReader.commands("source sets/a") { _ throws(CommandError) in
      "save out.json --json\nsave out.json"
    }
    #expect(commands.map(\.wantsJSON) == [true, false])
    #expect(commands.map(\.place) == ["sets/a, line 1", "sets/a, line 2"])
  }

  @Test(arguments: [
    ("paste pattern # verse\ngrid: 4/4\nkick: x...", "paste pattern ;grid: 4/4;kick: x..."),
    (
      "paste kick: x...; # one\n# two; three\nsnare: ..x. # a note",
      "paste kick: x...; ;;snare: ..x. # a note"
    ),
    ("paste pattern name: \"a;# b\"\nkick: x", "paste pattern name: \"a;# b\";kick: x"),
    ("PASTE kick: x", "paste kick: x"), ("tempo 96", "tempo 96"), ("# play", "# play"),
  ])
  func `what is pasted as several lines is one line for a session, without remarks`(
    pasted: String, line: String
  ) {
    #expect(CommandReader.onOneLine(pasted) == line)
  }

  @Test(arguments: [
    "paste # verse\n  # it's\nkick: x...\n#\nsnare: ..x.",
    "paste pattern # verse; chorus\ngrid: 4/4\r\nkick: x... ; # soft; snare: ..o.",
  ])
  func `one line pastes the same as several`(pasted: String) throws {
    let several = try #require(try CommandReader.command(pasted))
    #expect(try CommandReader.command(CommandReader.onOneLine(pasted)) == several)
    #expect(several.action != .text(.lanes([])))
  }

  @Test func `a slip in what is pasted is in the same line of it on one line`() {
    let pasted = "paste # verse\nkick: x...\n# soft\nsnare: y"
    for line in [pasted, CommandReader.onOneLine(pasted)] {
      let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
      #expect(error?.description.hasPrefix("paste: line 4 (snare), step 1") == true)
    }
  }
}
