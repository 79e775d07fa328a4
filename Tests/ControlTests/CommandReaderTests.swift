import CommandText
import Commands
import Control
import MusicalTime
import Rhythm
import Testing

/// What is typed, and the command it is.
@Suite struct CommandReaderTests {
  @Test(arguments: [
    ("play", Command.Action.play), ("START", .play), ("  stop ", .stop), ("continue", .continue),
    ("toggle", .toggle), ("locate 5", .locate(Beats(4))),
    ("locate 1.5", .locate(Beats(1, over: 2))),
    ("tempo 123.45", .tempo(Tempo(clampingBPM: 123.45))), ("loop off", .loop(false)),
    ("load \"my patch.json\"", .load("my patch.json")), ("reload", .reload), ("save", .save(nil)),
    ("save a.json", .save("a.json")), ("panic", .panic), ("show", .show), ("help", .help(nil)),
    ("status", .status), ("status --json", .status), ("quit", .quit),
  ])
  func `a line is a command`(line: String, command: Command.Action) throws {
    #expect(try CommandReader.command(line)?.action == command)
  }

  @Test(arguments: [
    ("step kick 5 100", Command.Action.step(Voice(.kick), step: 4, Step(Velocity(clamping: 100)))),
    ("step kick 5", .step(Voice(.kick), step: 4, Step(StepNotation.hit))),
    ("step kick 5 X", .step(Voice(.kick), step: 4, Step(StepNotation.accent))),
    ("step 36 5 0", .step(Voice(.kick), step: 4, nil)),
    ("step kick 5 .", .step(Voice(.kick), step: 4, nil)),
    ("step \"Closed Hi-Hat\" 1 o", .step(Voice(.closedHat), step: 0, Step(StepNotation.soft))),
    ("mute snare", .mute(Voice(.snare), true)), ("solo snare off", .solo(Voice(.snare), false)),
    ("clear", .clear(nil)), ("clear kick", .clear(Voice(.kick))),
    ("hit crash 110", .hit(.crash, Velocity(clamping: 110))),
  ])
  func `a line edits or strikes`(line: String, command: Command.Action) throws {
    #expect(try CommandReader.command(line)?.action == command)
  }

  @Test(arguments: [
    ("level -3.5", Command.Action.level(-3.5)), ("level kick -6", .sound(.kick, .level(-6))),
    ("pan ride 0.25", .sound(.ride, .pan(0.25))),
    ("tuning kick -200", .sound(.kick, .tuning(-200))),
    ("decay crash 0.5", .sound(.crash, .decay(0.5))), ("output kick 3", .sound(.kick, .output(3))),
    ("reverb snare 0.3", .sound(.snare, .reverb(0.3))),
    ("delay clap 0.4", .sound(.clap, .delay(0.4))),
    ("filter kick highpass", .sound(.kick, .filter(.highpass))),
    ("cutoff kick 800", .sound(.kick, .cutoff(800))),
    ("resonance kick 6", .sound(.kick, .resonance(6))),
    ("choke crash hats", .sound(.crash, .choke("hats"))),
    ("choke crash none", .sound(.crash, .choke(nil))),
    ("curve snare soft", .sound(.snare, .velocityCurve(.soft))),
    ("curve snare fixed 90", .sound(.snare, .velocityCurve(.fixed(Velocity(clamping: 90))))),
    ("kit 8", .kit(soundFont: nil, program: 8)),
    ("kit a.sf2 0", .kit(soundFont: "a.sf2", program: 0)),
  ])
  func `a line shapes the sound`(line: String, command: Command.Action) throws {
    #expect(try CommandReader.command(line)?.action == command)
  }

  @Test(arguments: ["", "   ", "# a remark", "\t"])
  func `an empty line or a remark asks for nothing`(line: String) throws {
    #expect(try CommandReader.command(line)?.action == nil)
  }

  @Test(arguments: [
    ("bogus", "unknown command “bogus”: `help` lists them"),
    ("tmepo 120", "unknown command “tmepo”; did you mean “tempo”?"),
    ("stpe kick 1", "unknown command “stpe”; did you mean “step”?"),
    ("bpm 120", "unknown command “bpm”; did you mean “tempo”?"),
    ("load 'rock", "a single quote is opened and not closed: close it"),
    (
      "fill",
      "fill: on or off is missing; usage: fill on|off or fill CODE [seed N]"
    ),
    ("nudge", "nudge: milliseconds are missing; usage: nudge MS"),
    ("tempo 19.9", "tempo: expected beats a minute of 20 to 300, found “19.9”; usage: tempo BPM"),
    ("tempo nan", "tempo: expected beats a minute of 20 to 300, found “nan”; usage: tempo BPM"),
    ("play now", "play: unexpected “now”"),
    ("mute timpani", "mute: unknown drum “timpani”: expected kick2, kick, "),
    ("mute snar", "mute: unknown drum “snar”; did you mean “snare”? `ghostnote kit list` names"),
    ("step kick 0", "step: expected a step of 1 to 256, found “0”"),
    ("step kick 1.5", "step: expected a step of 1 to 256, found “1.5”"),
    ("step kick 1 128", "step: expected a velocity of 0 to 127, found “128”"),
    ("loop maybe", "loop: expected on or off, found “maybe”; usage: loop on|off"),
    ("level kick 13", "level: expected dB of -60 to 12, found “13”"),
    ("curve snare bendy", "curve: unknown curve “bendy”"),
    ("status -j", "status: unexpected “-j”"),
    ("load \"half", "a double quote is opened and not closed: close it"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
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
    #expect(
      try CommandReader.command("load rock'n'roll")?.action
        == .load("rock'n'roll"))
  }
}
