import Control
import MusicalTime
import Rhythm
import Testing

/// What is typed, and the command it is.
@Suite struct CommandReaderTests {
  @Test(arguments: [
    ("play", Command.play), ("START", .play), ("  stop ", .stop), ("continue", .continue),
    ("toggle", .toggle), ("locate 5", .locate(Beats(4))),
    ("locate 1.5", .locate(Beats(1, over: 2))),
    ("tempo 123.45", .tempo(Tempo(clampingBPM: 123.45))), ("loop off", .loop(false)),
    ("load \"my patch.json\"", .load("my patch.json")), ("reload", .reload), ("save", .save(nil)),
    ("save a.json", .save("a.json")), ("panic", .panic), ("show", .show), ("help", .help),
    ("status", .status(asJSON: false)), ("status --json", .status(asJSON: true)), ("quit", .quit),
  ])
  func `a line is a command`(line: String, command: Command) throws {
    #expect(try CommandReader.command(line) == command)
  }

  @Test(arguments: [
    ("step kick 5 100", Command.step(Voice(.kick), step: 4, Step(Velocity(clamping: 100)))),
    ("step kick 5", .step(Voice(.kick), step: 4, Step(StepNotation.hit))),
    ("step kick 5 X", .step(Voice(.kick), step: 4, Step(StepNotation.accent))),
    ("step 36 5 0", .step(Voice(.kick), step: 4, nil)),
    ("step kick 5 .", .step(Voice(.kick), step: 4, nil)),
    ("step \"Closed Hi-Hat\" 1 o", .step(Voice(.closedHat), step: 0, Step(StepNotation.soft))),
    ("mute snare", .mute(Voice(.snare), true)), ("solo snare off", .solo(Voice(.snare), false)),
    ("clear", .clear(nil)), ("clear kick", .clear(Voice(.kick))),
    ("hit crash 110", .hit(.crash, Velocity(clamping: 110))),
  ])
  func `a line edits or strikes`(line: String, command: Command) throws {
    #expect(try CommandReader.command(line) == command)
  }

  @Test(arguments: [
    ("level -3.5", Command.level(-3.5)), ("level kick -6", .sound(.kick, .level(-6))),
    ("pan ride 0.25", .sound(.ride, .pan(0.25))),
    ("tuning kick -200", .sound(.kick, .tuning(-200))),
    ("decay crash 0.5", .sound(.crash, .decay(0.5))), ("output kick 3", .sound(.kick, .output(3))),
    ("choke crash hats", .sound(.crash, .choke("hats"))),
    ("choke crash none", .sound(.crash, .choke(nil))),
    ("curve snare soft", .sound(.snare, .velocityCurve(.soft))),
    ("curve snare fixed 90", .sound(.snare, .velocityCurve(.fixed(Velocity(clamping: 90))))),
    ("kit 8", .kit(soundFont: nil, program: 8)),
    ("kit a.sf2 0", .kit(soundFont: "a.sf2", program: 0)),
  ])
  func `a line shapes the sound`(line: String, command: Command) throws {
    #expect(try CommandReader.command(line) == command)
  }

  @Test(arguments: ["", "   ", "# a remark", "\t"])
  func `an empty line or a remark asks for nothing`(line: String) throws {
    #expect(try CommandReader.command(line) == nil)
  }

  @Test(arguments: [
    ("bogus", "“bogus” is no command: `help` lists them"),
    ("tmepo 120", "“tmepo” is no command; did you mean “tempo”?: `help` lists them"),
    ("stpe kick 1", "“stpe” is no command; did you mean “step”?: `help` lists them"),
    ("bpm 120", "“bpm” is no command; did you mean “tempo”?: `help` lists them"),
    ("load 'rock", "a single quote is opened and not closed: close it"),
    (
      "fill",
      "fill: on or off is missing; usage: fill CODE [seed N] or fill on|off"
    ),
    ("tempo", "tempo: beats a minute is missing; usage: tempo BPM"),
    ("tempo 19.9", "tempo: “19.9” is not beats a minute of 20 to 300; usage: tempo BPM"),
    ("tempo nan", "tempo: “nan” is not beats a minute of 20 to 300; usage: tempo BPM"),
    ("play now", "play: “now” is too much"),
    ("mute gong", "mute: “gong” is no drum: a name such as kick, a note 35 to 60, or"),
    ("step kick 0", "step: “0” is not a step of 1 to 256"),
    ("step kick 1.5", "step: “1.5” is not a step of 1 to 256"),
    ("step kick 1 128", "step: “128” is not a velocity of 0 to 127"),
    ("loop maybe", "loop: “maybe” is neither on nor off; usage: loop on|off"),
    ("level kick 13", "level: “13” is not dB of -60 to 12"),
    ("curve snare bendy", "curve: “bendy” is no curve"),
    ("status -j", "status: “-j” is not --json"),
    ("load \"half", "a double quote is opened and not closed: close it"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test func `every command that help lists is read`() throws {
    let examples = [
      "locate": "2", "tempo": "90", "loop": "on", "load": "x", "step": "kick 1", "mute": "kick",
      "solo": "kick", "level": "0", "pan": "kick 0", "tuning": "kick 0", "decay": "kick 1",
      "output": "kick 1", "choke": "kick a", "curve": "kick hard", "kit": "0", "hit": "kick",
      "clock source": "midi", "clock follow": "tempo on", "clock offset": "1.5",
      "clock send": "on", "clock lost": "hold", "humanise": "jazz 0.5", "drummer": "on",
      "drummer style": "funk",
      "drummer intensity": "0.5", "drummer density": "0.5", "drummer loudness": "0.5",
      "drummer wildness": "0.5", "drummer drums": "kick", "drummer rest": "1",
      "drummer feel": "half", "drummer seed": "1", "drummer answer": "2", "drummer listen": "1",
      "drummer prime": "pattern", "keep": "4",
      "grid markers": "0 1/3", "temper": "5:7 1/2", "euclid": "kick 3 8", "density": "kick 0.5",
      "lane": "kick ratio √2",
      "record": "on", "record quantise": "50%", "record erase": "kick on", "metronome": "on",
      "metronome level": "-6", "metronome sound": "cowbell kick", "metronome output": "midi",
      "countin": "2", "groove": "swing8 66", "groove pattern": "tigrigna",
      "groove extract": "pattern", "groove pattern extract": "pattern", "import": "a.mid",
      "export": "a.mid", "paste": "kick: x...", "paste pattern": "grid: 4/4; kick: x...",
      "select": "all", "fill": "1 -", "draw": "1 1", "clip": "1 kick", "shift": "1/8",
      "scale": "3/2", "subdivide": "2", "merge": "2", "rotate": "1", "marker": "1/3",
      "amplitude": "0.5", "group save": "1", "group place": "1 1", "group clear": "1",
      "pattern": "2 bar", "pattern new": "verse", "pattern copy": "verse now",
      "pattern rename": "verse chorus", "pattern delete": "verse", "pattern move": "verse 1",
      "song insert": "1 verse x4 at 90", "song delete": "1", "song move": "1 2",
      "song repeat": "1 4", "song tempo": "1 96", "song groove": "1 swing16", "song loop": "1",
      "song again": "on", "mutegroup": "2", "programs": "pattern 16 bar send",
    ]
    for verb in CommandVerb.all {
      let line = "\(verb.name) \(examples[verb.name] ?? "")"
      #expect(try CommandReader.command(line) != nil, "\(line)")
      #expect(CommandVerb.listing.contains(verb.meaning))
    }
  }

  @Test func `American spellings and single quotes are understood`() throws {
    #expect(
      try CommandReader.command("humanize jazz 0.5") == CommandReader.command("humanise jazz 0.5"))
    #expect(
      try CommandReader.command("record quantize 50%")
        == CommandReader.command("record quantise 50%")
    )
    #expect(
      try CommandReader.command("clock source 'ardour:midi clock*'")
        == CommandReader.command("clock source \"ardour:midi clock*\""))
    #expect(try CommandReader.command("load rock'n'roll") == .load("rock'n'roll"))
  }
}
