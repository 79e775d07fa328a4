import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Testing

/// What is typed, and the command it is.
@Suite struct CommandReaderTests {
  @Test(arguments: [
    ("play", Command.Action.transport(.play)), ("START", .transport(.play)),
    ("  stop ", .transport(.stop)), ("continue", .transport(.continue)),
    ("toggle", .transport(.toggle)), ("locate 5", .transport(.locate(Beats(4)))),
    ("locate 1.5", .transport(.locate(Beats(1, over: 2)))),
    ("tempo 123.45", .tempo(.set(Tempo(clampingBPM: 123.45)))),
    ("load \"my patch.json\"", .file(.load("my patch.json"))), ("reload", .file(.reload)),
    ("save", .file(.save(nil))), ("save a.json", .file(.save("a.json"))), ("show", .show),
    ("help", .help(nil)), ("kit 8", .kit(soundFont: nil, program: 8)),
    ("kit a.sf2 0", .kit(soundFont: "a.sf2", program: 0)), ("status", .status),
    ("status --json", .status), ("quit", .quit),
  ])
  func `a line is a command`(line: String, command: Command.Action) throws {
    #expect(try CommandReader.command(line)?.action == command)
  }

  /// What `line` makes of `patch`, where it declares an edit.
  private func edited(_ patch: Patch, by line: String) throws -> Patch {
    var patch = patch
    guard case .edit(let edit) = try CommandReader.command(line)?.action else {
      Issue.record("\(line) edits nothing")
      return patch
    }
    try edit.apply(to: &patch)
    return patch
  }

  @Test(arguments: [
    ("step kick 5 100", Voice(.kick), 4, Step(Velocity(clamping: 100))),
    ("step kick 5", Voice(.kick), 4, Step(StepNotation.hit)),
    ("step kick 5 X", Voice(.kick), 4, Step(StepNotation.accent)),
    ("step 36 5 0", Voice(.kick), 4, nil), ("step kick 5 .", Voice(.kick), 4, nil),
    ("step \"Closed Hi-Hat\" 1 o", Voice(.closedHat), 0, Step(StepNotation.soft)),
  ])
  func `a line writes a step`(line: String, voice: Voice, step: Int, written: Step?) throws {
    let patch = Patch(pattern: try Pattern(rows: "kick xxxx xxxx"))
    #expect(try edited(patch, by: line).pattern.lane(of: voice)?.steps[step] == written)
  }

  @Test func `a line mutes, solos or clears lanes, and loops the pattern`() throws {
    let patch = Patch(
      pattern: try Pattern(
        rows: """
          kick xxxx xxxx
          snare x... x...
          """))
    func lane(_ line: String, _ drum: Drum) throws -> Lane? {
      try edited(patch, by: line).pattern.lane(of: Voice(drum))
    }
    #expect(try lane("mute snare", .snare)?.isMuted == true)
    #expect(try lane("mute snare", .kick)?.isMuted == false)
    #expect(try lane("solo snare", .snare)?.isSoloed == true)
    #expect(try lane("solo snare off", .snare)?.isSoloed == false)
    #expect(try lane("clear kick", .kick) == nil)
    #expect(try lane("clear kick", .snare) != nil)
    #expect(try edited(patch, by: "clear").pattern.lanes.isEmpty)
    #expect(try !edited(patch, by: "loop off").pattern.loops)
    #expect(throws: CommandError.self) { try edited(patch, by: "mute crash") }
  }

  @Test(
    arguments: [
      ("level kick -6", \DrumSound.level, Drum.kick, -6), ("pan ride 0.25", \.pan, .ride, 0.25),
      ("tuning kick -200", \.tuning, .kick, -200), ("decay crash 0.5", \.decay, .crash, 0.5),
      ("reverb snare 0.3", \.reverb, .snare, 0.3), ("delay clap 0.4", \.delay, .clap, 0.4),
      ("cutoff kick 800", \.cutoff, .kick, 800), ("resonance kick 6", \.resonance, .kick, 6),
    ] as [(String, any KeyPath<DrumSound, Float> & Sendable, Drum, Double)])
  func `a line shapes the sound of a drum, shows it, and is where a fader picks it up`(
    line: String, field: any KeyPath<DrumSound, Float> & Sendable, drum: Drum, value: Double
  ) throws {
    let patch = try edited(Patch(), by: line)
    let field = field as KeyPath<DrumSound, Float>
    #expect(patch.kit[drum].sound[keyPath: field] == Float(value))
    let words = line.split(separator: " ").dropLast().map(String.init)
    guard case .ask(let question) = try CommandTable.command(words: words).action else {
      Issue.record("\(words) asks nothing")
      return
    }
    #expect(question.answer(by: patch).value == value)
    #expect(CommandTable.current(words, in: patch) == value)
  }

  @Test func `a line sets what of a drum a fader cannot set`() throws {
    func drum(_ line: String, _ drum: Drum) throws -> DrumSettings {
      try edited(Patch(), by: line).kit[drum]
    }
    #expect(try drum("output kick 3", .kick).sound.output == 3)
    #expect(CommandTable.current(["output", "kick"], in: Patch()) == nil)
    #expect(try drum("filter kick highpass", .kick).sound.filter == .highpass)
    #expect(try drum("choke crash hats", .crash).chokeGroup == "hats")
    #expect(try drum("choke openhat none", .openHat).chokeGroup == nil)
    #expect(try drum("curve snare soft", .snare).velocityCurve == .soft)
    #expect(
      try drum("curve snare fixed 90", .snare).velocityCurve == .fixed(Velocity(clamping: 90)))
    #expect(try edited(Patch(), by: "level -3.5").kit.level == -3.5)
  }

  @Test func `faders pick up the tempo, the master level, effects and the drummer, nothing else`() {
    var patch = Patch()
    patch.tempo = Tempo(clampingBPM: 97)
    patch.kit.level = -2
    patch.kit.effects.delayFeedback = 0.5
    patch.drummer.density = 0.25
    for (words, value) in [
      (["tempo"], 97), (["level"], -2), (["delay", "feedback"], 0.5),
      (["drummer", "density"], 0.25),
    ] {
      #expect(CommandTable.current(words, in: patch) == value, "\(words)")
    }
    for words in [
      ["level", "kick", "1"], ["drummer"], ["accent"], ["level", "nothing"], [], ["x"],
    ] {
      #expect(CommandTable.current(words, in: patch) == nil, "\(words)")
    }
  }

  @Test func `a line asks something of the engine`() throws {
    func message(_ line: String) throws -> EngineMessage? {
      guard case .engine(let order) = try CommandReader.command(line)?.action else { return nil }
      return order.message
    }
    guard case .hit(.crash, let velocity, _) = try message("hit crash 110"),
      case .panic = try message("panic"), case .fill(true) = try message("fill on")
    else {
      Issue.record("something else is asked")
      return
    }
    #expect(velocity == Velocity(clamping: 110))
    #expect(try CommandReader.command("panic") == CommandReader.command(" PANIC "))
    #expect(try CommandReader.command("hit kick 1") != CommandReader.command("hit kick 2"))
  }

  @Test(arguments: ["", "   ", "# a remark", "\t"])
  func `an empty line or a remark asks for nothing`(line: String) throws {
    #expect(try CommandReader.command(line)?.action == nil)
  }

  private static let endless = String(repeating: "q", count: 3_000)

  @Test(arguments: [
    ("bogus", "unknown command “bogus”: `help` lists them"),
    (endless, "unknown command “\(endless.prefix(40))…”: `help` lists them"),
    ("mute \(endless)", "mute: unknown drum “\(endless.prefix(40))…”: expected kick2, "),
    (
      "tempo \(endless)",
      "tempo: expected 20–300 bpm, found “\(endless.prefix(40))…”; "
    ),
    ("play \(endless)", "play: unexpected “\(endless.prefix(40))…”"),
    ("z", "unknown command “z”: `help` lists them"),
    ("tmepo 120", "unknown command “tmepo”; did you mean “tempo”?"),
    ("stpe kick 1", "unknown command “stpe”; did you mean “step”?"),
    ("bpm 120", "unknown command “bpm”; did you mean “tempo”?"),
    ("load 'rock", "a single quote is opened and not closed: close it"),
    (
      "fill",
      "fill: on or off is missing; usage: fill on|off or fill CODE [seed N]"
    ),
    ("nudge", "nudge: milliseconds are missing; usage: nudge MS"),
    ("tempo 19.9", "tempo: expected 20–300 bpm, found 19.9; usage: tempo [BPM]"),
    ("tempo nan", "tempo: expected 20–300 bpm, found nan; usage: tempo [BPM]"),
    ("play now", "play: unexpected “now”"),
    ("mute timpani", "mute: unknown drum “timpani”: expected kick2, kick, "),
    ("mute snar", "mute: unknown drum “snar”; did you mean “snare”? `ghostnote kit list` names"),
    ("step kick 0", "step: expected a step of 1–256, found 0"),
    ("step kick 1.5", "step: expected a step of 1–256, found 1.5"),
    ("step kick 1 128", "step: expected a velocity of 0–127, found 128"),
    ("loop maybe", "loop: expected on or off, found “maybe”; usage: loop [on|off]"),
    ("level kick 13", "level: expected -60 – 12 dB, found 13"),
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
        == .file(.load("rock'n'roll")))
  }
}
