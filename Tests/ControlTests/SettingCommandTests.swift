import CommandText
import Commands
import Control
import MusicalTime
import Rhythm
import Testing

/// Settings that are asked for by their command without a value.
@Suite struct SettingCommandTests {
  @Test func `a setting's command without a value says how it is set`() async throws {
    let desk = Desk(Patch(tempo: Tempo(clampingBPM: 96)))
    func said(_ line: String) async throws -> String? { try await desk.perform(line).text }
    #expect(try await said("tempo") == "tempo 96 bpm")
    #expect(try await said("loop") == "loop on")
    #expect(try await said("accent") == "accent \(Pattern.standardAccent)")
    #expect(try await said("groove") == "groove off")
    #expect(try await said("humanise") == "humanise off")
    #expect(try await said("record") == "record off")
    #expect(try await said("metronome") == "metronome off")
    #expect(try await said("countin") == "countin 0 bars")
    #expect(try await said("drummer") == "drummer off")
    #expect(try await said("kit") == "kit first")
    for line in [
      "tempo 90.5", "loop off", "accent 12", "groove swing8 66", "record on", "metronome record",
      "countin 1", "drummer on",
    ] { try await desk.perform(line) }
    #expect(try await said("tempo") == "tempo 90.5 bpm")
    #expect(try await said("loop") == "loop off")
    #expect(try await said("accent") == "accent 12")
    #expect(try await said("groove")?.hasPrefix("groove swing8 66") == true)
    #expect(try await said("record") == "record on, overdub")
    #expect(try await said("metronome") == "metronome record")
    #expect(try await said("countin") == "countin 1 bar")
    #expect(try await said("drummer") == "drummer on")
  }

  @Test func `the shell's command that lists kits is named`() {
    let error = #expect(throws: CommandError.self) { try CommandReader.command("kit list") }
    #expect(
      error?.description.hasPrefix("kit: `ghostnote kit list` lists the SoundFonts") == true)
    #expect(throws: Never.self) { try CommandReader.command("kit list.sf2") }
  }

  @Test func `asking changes nothing, and a control is not assigned a question`() async throws {
    let desk = Desk(Patch())
    for path in ["tempo", "groove", "humanise", "record", "kit"] {
      let command = try #require(try CommandReader.command(path))
      guard case .askSession(let question) = command.action else {
        Issue.record("\(path) does not ask the session")
        continue
      }
      let session = SessionState(patch: Patch(), status: await desk.machine.status())
      #expect(question.answer(by: session).name == path)
      #expect(command.spec.isQuery && command.spec.touches.isEmpty)
      #expect(try CommandReader.command(command.line) == command)
    }
    #expect(throws: CommandError.self) { try CommandTable.assignment(["groove"]) }
    #expect(throws: CommandError.self) { try CommandTable.assignment(["metronome"]) }
    #expect(try CommandTable.assignment(["drummer"]).gives == .switch)
  }

  @Test func `help lists what concerns a connection for a client of the socket alone`() async throws
  {
    let desk = Desk(Patch())
    let help = try #require(try CommandReader.command("help"))
    let (typed, asked) = (
      try await desk.machine.perform(help).text ?? "",
      try await desk.machine.perform(help.sent(by: .client(1))).text ?? ""
    )
    #expect(!typed.contains("oneshot") && typed.contains("countin"))
    #expect(asked.contains("oneshot"))
  }

  @Test func `a question of the patch is named as its command and changes nothing`() throws {
    var asked: Set<Command.Action> = []
    let paths = ["loop", "accent", "metronome", "countin", "drummer"]
    for path in paths {
      let command = try #require(try CommandReader.command(path))
      guard case .ask(let question) = command.action else {
        Issue.record("\(path) asks nothing")
        continue
      }
      #expect(question.answer(by: Patch()).name == path)
      #expect(command.spec.isQuery && command.spec.touches.isEmpty)
      #expect(try CommandReader.command(command.line) == command)
      asked.insert(command.action)
    }
    #expect(asked.count == paths.count, "two questions are equal")
  }

  @Test func `the unit of the count-in follows the number of bars`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("countin 1")
    #expect(
      try await desk.perform("countin")
        == .setting(SettingAnswer(name: "countin", value: 1, unit: "bar")))
    try await desk.perform("countin 2")
    #expect(
      try await desk.perform("countin --json")
        == .setting(SettingAnswer(name: "countin", value: 2, unit: "bars")))
  }

  @Test func `a bare number where an amount is wanted is named, with what to write`() {
    let error = #expect(throws: CommandError.self) {
      try CommandReader.command("drummer density 50")
    }
    #expect(
      error?.description.hasPrefix(
        "drummer density: expected a value of 0–1 or 0%–100%, found 50: write 50% or 0.5")
        == true)
  }

  @Test(arguments: [
    ("delay feedback 1", "expected a value of 0–0.95 or 0%–95%, found 1, which is 100%;"),
    ("delay feedback 50", "expected a value of 0–0.95 or 0%–95%, found 50: write 50%"),
    ("reverb decay", "a time in seconds is missing;"),
    ("decay kick 300ms", "expected 0–20 s, found “300ms”;"),
  ])
  func `the error of a wrong number says what is expected, and in which unit`(
    line: String, said: String
  ) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.description.contains(": \(said)") == true, "\(error?.description ?? "")")
  }

  @Test func `a patch without a name is untitled`() {
    #expect(MachineStatus().text.contains("\npatch: untitled\n"))
  }

  @Test func `a mode set while nothing is recorded says how recording begins`() async throws {
    let desk = Desk(Patch())
    #expect(
      try await desk.perform("record replace").text?.contains("`record on` begins") == true)
    try await desk.perform("record on")
    #expect(try await desk.perform("record overdub") == .done)
  }

  @Test func `a program is a kit's where programs select kits`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("program 26")
    #expect(await desk.machine.document.patch.kit.program == 25)
    try await desk.perform("programs pattern 16")
    await #expect(throws: CommandError.self) { try await desk.perform("program 27") }
    #expect(await desk.machine.document.patch.kit.program == 25)
  }

  @Test func `a meter is what bars are counted in, and undone`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("meter 7/8")
    #expect(await desk.machine.document.patch.pattern.bar.length == Beats(7, over: 2))
    try await desk.perform("meter off")
    #expect(await desk.machine.document.patch.pattern.meter == nil)
    try await desk.perform("undo 2")
    #expect(await desk.machine.document.patch == Patch())
    for wrong in ["meter", "meter 7", "meter 7/9", "meter 0/4", "meter 4/4 x"] {
      await #expect(throws: CommandError.self) { try await desk.perform(wrong) }
    }
  }
}
