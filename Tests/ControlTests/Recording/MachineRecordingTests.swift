import CommandText
import Commands
import Control
import GhostnoteTesting
import MIDI
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Testing

/// Recording as a person asks for it. Blocks are 128 frames; a sixteenth is 6 000.
@Suite struct MachineRecordingTests {
  private func desk(_ rows: String = "kick  x.......") throws -> Desk {
    Desk(Patch(name: "Take", pattern: try Pattern(rows: rows)))
  }

  /// Plays on to a frame after the downbeat and strikes a snare there, looking in all the while.
  private func play(
    _ desk: Desk, from block: Int = 0, blocks: Int, striking strikes: [Int] = []
  ) async {
    for number in block..<block + blocks {
      if strikes.contains(number) {
        desk.audio.stage(.noteOn(channel: 9, note: 38, velocity: 90), offset: 0)
      }
      desk.play()
      if number % 3 == 0 { _ = await desk.machine.attend() }
    }
    _ = await desk.machine.attend()
  }

  private func row(_ desk: Desk, _ drum: Drum) async -> String {
    let steps = await desk.machine.document.patch.pattern.lane(of: drum)?.steps ?? []
    return steps.map { $0 == nil ? "." : "x" }.joined()
  }

  @Test func `what is played becomes steps, one change a pass, which undo takes back`() async throws
  {
    let desk = try desk()
    try await desk.perform("record on")
    try await desk.perform("play")
    // Two loops of eight sixteenths are 750 blocks; a stroke is heard a block late.
    await play(desk, blocks: 500, striking: [96, 190, 96 + 375])
    #expect(await row(desk, .snare) == "..x.x...")
    await play(desk, from: 500, blocks: 300, striking: [376 + 282])
    try await desk.perform("record off")
    #expect(await row(desk, .snare) == "..x.x.x.")
    #expect(try await desk.perform("undo").text == ("undid: record"))
    #expect(await row(desk, .snare) == "..x.x...")
    #expect(try await desk.perform("undo").text == ("undid: record"))
    #expect(await row(desk, .snare) == "")
    #expect(await row(desk, .kick) == "x.......")
    await #expect(throws: CommandError.self) { try await desk.perform("undo") }
  }

  @Test func `with no room in the engine recording neither begins nor ends`() async throws {
    let desk = try desk()
    for isOn in [true, false] {
      let line = isOn ? "record on" : "record off"
      for _ in 0..<256 { try await desk.perform("hit kick") }
      await #expect(throws: CommandError("the engine takes no more for now: try again")) {
        try await desk.perform(line)
      }
      #expect(await desk.machine.status().recording.isOn == !isOn)
      desk.play()
      try await desk.perform(line)
      #expect(await desk.machine.status().recording.isOn == isOn)
      desk.play()
    }
  }

  @Test func `a stroke that is recorded ends a gesture, which is not taken back then`() async throws
  {
    let desk = try desk()
    func step(_ line: String) async throws {
      let command = try #require(try CommandReader.command(line))
      _ = try await desk.machine.perform(command.sent(by: .client(1), in: "g"))
    }
    try await desk.perform("record on")
    try await step("step ride 1 x")
    try await desk.perform("play")
    await play(desk, blocks: 150, striking: [96])
    try await step("step ride 3 x")
    #expect(
      try await desk.perform("undo list").text
        == "undo 1  step ride 3\nundo 2  record\nundo 3  step ride 1")
    await #expect(throws: CommandError(UndoError.notLatest.description)) { try await step("undo") }
    #expect(await row(desk, .snare) == "..x.....")
  }

  @Test func `what is recorded after saving in the midst of a pass is not in the file`()
    async throws
  {
    let desk = try desk()
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 150, striking: [96])
    try await desk.perform("save a.json")
    #expect(await desk.machine.status().isEdited == false)
    await play(desk, from: 150, blocks: 100, striking: [190])
    #expect(await row(desk, .snare) == "..x.x...")
    #expect(await desk.machine.status().isEdited)
  }

  @Test func `quantised strokes lie on their markers, others where they were played`() async throws
  {
    for (line, offset) in [("record quantise 1", 0), ("record quantise off", 1_000)] {
      let desk = try desk()
      try await desk.perform(line)
      try await desk.perform("record on")
      try await desk.perform("play")
      // 104 blocks are 13 312 frames, 1 312 behind a marker; 48 are the pre-roll, 128 the block.
      await play(desk, blocks: 300, striking: [104])
      let step = await desk.machine.document.patch.pattern.lane(of: .snare)?.steps[2]
      let frames = (try #require(step)).offset.inBeats * 24_000
      #expect(abs(frames - (offset == 0 ? 0 : 1_136)) < 1)
    }
  }

  @Test func `replacing and erasing take steps out, and stopping ends it`() async throws {
    let desk = try desk("snare  xxxxxxxx")
    try await desk.perform("record replace")
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 370, striking: [190])
    #expect(await row(desk, .snare) == "....x...")
    try await desk.perform("record off")
    try await desk.perform("stop")
    await play(desk, blocks: 30)
    try await desk.perform("record erase snare on")
    try await desk.perform("play")
    await play(desk, blocks: 300)
    try await desk.perform("record erase snare off")
    #expect(await row(desk, .snare) == "........")
    #expect(try await desk.perform("undo").text == ("undid: erase"))
    #expect(await row(desk, .snare) == "....x...")
  }

  @Test(arguments: [
    (ControlAssignment.Trigger.note(20), UInt8(0x99)), (.controller(20), 0xB9),
  ])
  func `a held button takes a drum's steps out until it is let go`(
    trigger: ControlAssignment.Trigger, status: UInt8
  ) async throws {
    var patch = Patch(pattern: try Pattern(rows: "snare  xxxxxxxx"))
    patch.input.controls = [ControlAssignment(trigger, .erase(.snare))]
    let desk = Desk(patch)
    try await desk.perform("play")
    await play(desk, blocks: 100)
    desk.audio.stage(ShortMessage(status: status, data1: 20, data2: 127), offset: 0)
    await play(desk, from: 100, blocks: 100)
    #expect(await desk.machine.status().recording.erased == ["snare"])
    desk.audio.stage(ShortMessage(status: status, data1: 20, data2: 0), offset: 0)
    await play(desk, from: 200, blocks: 150)
    #expect(await row(desk, .snare) == "xxx..xxx")
    #expect(await desk.machine.status().recording.erased.isEmpty)
  }

  @Test func `strokes while nothing is recorded, or nothing moves, change nothing`() async throws {
    let desk = try desk()
    try await desk.perform("record on")
    await play(desk, blocks: 50, striking: [10])
    try await desk.perform("record off")
    try await desk.perform("play")
    await play(desk, blocks: 200, striking: [100])
    #expect(await row(desk, .snare) == "")
    #expect(await desk.machine.status().isEdited == false)
  }

  @Test func `an edit between two strokes stays, and is a change of its own`() async throws {
    let desk = try desk()
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 150, striking: [96])
    try await desk.perform("step crash 1")
    await play(desk, from: 150, blocks: 150, striking: [190])
    try await desk.perform("record off")
    #expect(await row(desk, .snare) == "..x.x...")
    try await desk.perform("undo")
    #expect(await row(desk, .snare) == "..x.....")
    #expect(await row(desk, .crash) == "x.......")
    try await desk.perform("undo")
    #expect(await row(desk, .crash) == "")
    #expect(await row(desk, .snare) == "..x.....")
  }

  @Test(arguments: [
    (["mute kick", "mute kick off"], "..x....."), (["step crash 1", "undo"], ""),
  ])
  func `a change that is made and reversed parts a pass, one that is undone does not`(
    lines: [String], left: String
  ) async throws {
    let desk = try desk()
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 150, striking: [96])
    let before = await desk.machine.document.patch
    for line in lines { try await desk.perform(line) }
    #expect(await desk.machine.document.patch == before)
    await play(desk, from: 150, blocks: 150, striking: [190])
    try await desk.perform("record off")
    #expect(await row(desk, .snare) == "..x.x...")
    try await desk.perform("undo")
    #expect(await row(desk, .snare) == left)
    let kick = await desk.machine.document.patch.pattern.lane(of: .kick)
    #expect(kick?.isMuted == false)
  }

  /// Two patterns of eight sixteenths, the first of which plays; a loop is 375 blocks.
  private func pair(_ rows: String = "kick x.......") throws -> Desk {
    var patch = Patch(name: "Take", pattern: try Pattern(rows: rows, name: "A"))
    try patch.add(try Pattern(rows: rows, name: "B"))
    return Desk(patch)
  }

  private func row(_ desk: Desk, _ drum: Drum, of pattern: Int) async -> String {
    let steps = await desk.machine.document.patch.patterns[pattern].lane(of: drum)?.steps ?? []
    return steps.map { $0 == nil ? "." : "x" }.joined()
  }

  @Test func `what is played until the pattern that is asked for comes is of the one before`()
    async throws
  {
    let desk = try pair()
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 50)
    try await desk.perform("pattern B loop")
    await play(desk, from: 50, blocks: 300, striking: [96, 190])
    #expect(await row(desk, .snare, of: 0) == "..x.x...")
    #expect(await row(desk, .snare, of: 1) == "")
    await play(desk, from: 350, blocks: 300, striking: [376 + 141])
    #expect(await row(desk, .snare, of: 0) == "..x.x...")
    #expect(await row(desk, .snare, of: 1) == "...x....")
    #expect(await desk.machine.document.patch.pattern.name == "B")
  }

  @Test func `a stroke that waits as the pattern changes goes where it was played`() async throws {
    let desk = try pair()
    try await desk.perform("record quantise 1")
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 50)
    try await desk.perform("pattern B loop")
    // Nearest to the first marker of the next loop.
    await play(desk, from: 50, blocks: 400, striking: [366])
    #expect(await row(desk, .snare, of: 0) == "x.......")
    #expect(await row(desk, .snare, of: 1) == "")
  }

  @Test(arguments: [
    ["pattern B loop", "pattern rename A A2"], ["pattern rename A A2", "pattern B loop"],
    ["pattern B loop", "pattern rename A A2", "pattern copy C loop"],
  ])
  func `what is played until another pattern comes is of the one before, under its new name too`(
    lines: [String]
  ) async throws {
    let desk = try pair()
    for line in ["record on", "play"] { try await desk.perform(line) }
    await play(desk, blocks: 50)
    for line in lines { try await desk.perform(line) }
    await play(desk, from: 50, blocks: 300, striking: [96, 190])
    #expect(await row(desk, .snare, of: 0) == "..x.x...")
    for other in await desk.machine.document.patch.patterns.dropFirst() {
      #expect(other.lane(of: .snare) == nil, "\(other.name)")
    }
  }

  @Test(arguments: [
    (["pattern rename A A2"], 0), (["pattern rename A A2", "step kick 3 x"], 0),
    (["pattern rename A A2", "pattern move A2 2"], 1),
    (["pattern rename A A2", "pattern rename B A"], 0),
  ])
  func `a stroke that waits for its marker is kept in its pattern, renamed and edited at once`(
    lines: [String], number: Int
  ) async throws {
    let desk = try pair()
    for line in ["record quantise 1", "record on", "play"] { try await desk.perform(line) }
    // A third of a sixteenth before the third marker.
    await play(desk, blocks: 85, striking: [80])
    #expect(await row(desk, .snare, of: 0) == "")
    for line in lines { try await desk.perform(line) }
    await play(desk, from: 85, blocks: 100)
    #expect(await row(desk, .snare, of: number) == "..x.....")
    #expect(await row(desk, .snare, of: 1 - number) == "")
  }

  @Test(arguments: ["record erase snare on", "record replace"])
  func `what is taken out until the next pattern comes is of the one before`(line: String)
    async throws
  {
    let desk = try pair("snare  xxxxxxxx")
    try await desk.perform(line)
    if line == "record replace" { try await desk.perform("record on") }
    try await desk.perform("play")
    await play(desk, blocks: 50, striking: [10])
    try await desk.perform("pattern B loop")
    await play(desk, from: 50, blocks: 200)
    #expect(await row(desk, .snare, of: 1) == "xxxxxxxx")
    #expect(await row(desk, .snare, of: 0).hasSuffix("xx"))
    #expect(await row(desk, .snare, of: 0).contains("....") == true)
    await play(desk, from: 250, blocks: 225)
    #expect(await row(desk, .snare, of: 0).hasSuffix("....") == true)
    // Of the next only what was played of it.
    #expect(await row(desk, .snare, of: 1).hasSuffix("xxxx"))
  }

  @Test func `a song cannot be recorded into, and says why`() async throws {
    var patch = Patch(pattern: try Pattern(rows: "kick x...", name: "A"))
    try patch.setSong(Song(sections: [Section(pattern: "A")], loops: true))
    patch.playsSong = true
    let desk = Desk(patch)
    let error = await #expect(throws: CommandError.self) { try await desk.perform("record on") }
    #expect(error?.description.contains("`song off`") == true)
  }

  @Test
  func `what is played until the song comes is recorded, then recording ends, which is said once`()
    async throws
  {
    let desk = try pair()
    for line in ["song add x4", "record on", "play"] { try await desk.perform(line) }
    await play(desk, blocks: 50)
    try await desk.perform("song play")
    await play(desk, from: 50, blocks: 250, striking: [96, 190])
    #expect(await desk.machine.status().recording.isOn)
    var failures: [CommandError] = []
    for block in 300..<450 {
      if [340, 420].contains(block) {
        desk.audio.stage(.noteOn(channel: 9, note: 38, velocity: 90), offset: 0)
      }
      desk.play()
      failures += await desk.machine.attend().failures
    }
    #expect(await row(desk, .snare, of: 0) == "..x.x..x")
    #expect(failures.count == 1)
    #expect(failures.first?.description.contains("`song off`") == true)
    #expect(await desk.machine.status().recording.isOn == false)
  }

  @Test func `a drum that is let go while the song plays is erased no longer`() async throws {
    let desk = try pair("snare  xxxxxxxx")
    for line in ["song add x4", "record erase snare on", "song play now"] {
      try await desk.perform(line)
    }
    await #expect(throws: CommandError.self) { try await desk.perform("record erase kick on") }
    try await desk.perform("record erase snare off")
    #expect(await desk.machine.status().recording.erased.isEmpty)
    for line in ["song off now", "play"] { try await desk.perform(line) }
    await play(desk, blocks: 100)
    #expect(await row(desk, .snare, of: 0) == "xxxxxxxx")
  }

  @Test func `where undo takes the song's only section away the pattern is recorded`() async throws
  {
    let desk = try pair()
    for line in ["song add", "song play now", "undo", "record on", "play"] {
      try await desk.perform(line)
    }
    await play(desk, blocks: 150, striking: [96])
    #expect(await row(desk, .snare, of: 0) == "..x.....")
    #expect(await desk.machine.document.patch.playsSong == false)
  }

  @Test func `of a song that is empty, though a file says that it plays, the pattern is recorded`()
    async throws
  {
    var patch = Patch(pattern: try Pattern(rows: "kick x.......", name: "A"))
    patch.playsSong = true
    let desk = Desk(patch)
    for line in ["record on", "play"] { try await desk.perform(line) }
    await play(desk, blocks: 150, striking: [96])
    #expect(await row(desk, .snare) == "..x.....")
    // Its first section does not begin it.
    try await desk.perform("song add")
    #expect(await desk.machine.document.patch.playsSong == false)
  }

  @Test func `the status says what is recorded and what clicks`() async throws {
    let desk = try desk()
    #expect(await desk.machine.status().text.contains("recording") == false)
    for line in ["record on", "record quantise 50%", "metronome record", "countin 2", "play"] {
      try await desk.perform(line)
    }
    desk.play()
    let status = await desk.machine.status()
    #expect(status.text.contains("recording: overdub, quantised 50 %"))
    #expect(status.text.contains("metronome: record, 2 bars counted in, counting"))
    #expect(status.recording.isOn && status.recording.isCountingIn)
    #expect(await desk.machine.attend().needsDevices)
    try await desk.perform("toggle")
    desk.play()
    #expect(await desk.machine.status().recording.isCountingIn == false)
  }

  @Test func `settings are the patch's, and the engine hears of them by undo too`() async throws {
    let desk = try desk()
    try await desk.perform("metronome on")
    #expect(await desk.machine.document.patch.metronome.sounding == .on)
    try await desk.perform("undo")
    try await desk.perform("play")
    desk.play(blocks: 200)
    #expect(clicks(desk) == 0)
    try await desk.perform("redo")
    var count = 0
    for _ in 0..<200 {
      desk.play()
      count += clicks(desk)
    }
    #expect(count == 1)
  }

  private func clicks(_ desk: Desk) -> Int {
    unsafe Array(desk.audio.sounds).count { $0.kind == .click }
  }

  @Test func `hits that are typed are recorded`() async throws {
    let desk = try desk()
    try await desk.perform("record on")
    try await desk.perform("play")
    await play(desk, blocks: 96)
    try await desk.perform("hit cowbell 100")
    await play(desk, from: 96, blocks: 300)
    #expect(await row(desk, .cowbell) == "..x.....")
  }

  @Test func `a stroke that finds no lane in a full pattern is reported`() async throws {
    let lanes = (0..<64).compactMap { note in
      Voice(note: note, channel: 3).map { Lane($0, restingFor: 16) }
    }
    let desk = Desk(Patch(pattern: try Pattern(lanes: lanes)))
    try await desk.perform("record on")
    try await desk.perform("play")
    var failures: [CommandError] = []
    for number in 0..<200 {
      if [40, 90].contains(number) {
        desk.audio.stage(.noteOn(channel: 9, note: 38, velocity: 90), offset: 0)
      }
      desk.play()
      failures += await desk.machine.attend().failures
    }
    #expect(
      failures == [
        CommandError("record: snare is left out: the pattern has 64 lanes already")
      ])
  }

  @Test func `a stroke that a lane has no room for is reported with the limit, once`()
    async throws
  {
    let lane = try Lane.fullOfMovingHits()
    let desk = Desk(Patch(pattern: try Pattern(lanes: [lane])))
    try await desk.perform("record on")
    try await desk.perform("play")
    var failures: [CommandError] = []
    for number in 0..<300 {
      if [120, 180].contains(number) {
        desk.audio.stage(.noteOn(channel: 9, note: 36, velocity: 90), offset: 0)
      }
      desk.play()
      failures += await desk.machine.attend().failures
    }
    #expect(
      failures == [
        CommandError(
          "record: hits of kick are left out: lane 1 (kick): 66560 hits in the 1024 loops "
            + "after which it repeats: at most 65536 in a pattern; "
            + "move markers over fewer loops, or rotate by more")
      ])
    #expect(await desk.machine.document.patch.pattern.lanes == [lane])
  }
}

@Suite struct RecordingReaderTests {
  @Test(arguments: [
    ("record on", RecordingCommand.record(true)), ("record off", .record(false)),
    ("record overdub", .mode(.overdub)), ("record replace", .mode(.replace)),
    ("record quantise 62.5%", .quantise(62.5)), ("record quantise off", .quantise(0)),
    ("record erase kick on", .erase(.kick, true)), ("record erase 38 off", .erase(.snare, false)),
    ("metronome on", .metronome(.on)), ("metronome off", .metronome(.off)),
    ("metronome record", .metronome(.recording)), ("metronome level -6", .metronomeLevel(-6)),
    ("metronome output both", .metronomeOutput(.both)),
    (
      "metronome sound cowbell kick",
      .metronomeSound(accent: Voice(.cowbell), beat: Voice(.kick))
    ),
    ("countin 0", .countIn(0)), ("countin 4", .countIn(4)),
  ])
  func `a line is a command`(line: String, command: RecordingCommand) throws {
    #expect(try CommandReader.command(line)?.action == .recording(command))
  }

  @Test(arguments: [
    ("record maybe", "expected on, off or"),
    ("record quantise", "missing"), ("record quantise 101", "0%–100%"),
    ("record quantise -1", "0–1"), ("record quantise nan", "0–1"),
    ("record erase", "a drum is missing"), ("record erase kick", "on or off is missing"),
    ("record erase nothing on", "unknown drum"), ("record on now", "unexpected “now”"),
    ("metronome loud", "expected on, off or"), ("metronome level 13", "-60 – 12"),
    ("metronome sound kick", "a drum is missing"), ("metronome sound kick 128@1", "unknown drum"),
    ("metronome output tape", "expected audio, midi or both"), ("countin 5", "0–4"),
    ("countin 1.5", "0–4"),
  ])
  func `a wrong line says what is wrong and how it is used`(line: String, words: String) throws {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("usage: ") == true)
  }

  @Test(arguments: [
    (#""record": {"mode": "destroy"}"#, "destroy"),
    (#""record": {"quantise": 101}"#, "0–100"),
    (#""metronome": {"sounding": "loud"}"#, "loud"),
    (#""metronome": {"level": 20}"#, "-60 – 12"),
    (#""metronome": {"countIn": 5}"#, "0–4"),
    (#""metronome": {"accent": "200@1"}"#, "accent"),
    (#""metronome": {"tempo": 5}"#, "tempo"),
  ])
  func `a wrong setting in a file is refused with its position`(member: String, words: String)
    throws
  {
    let json = #"{"format": "ghostnote-patch/1", "pattern": {}, \#(member)}"#
    let error = #expect(throws: PatchError.self) {
      try Patch(json: Array(json.utf8), file: "a.json")
    }
    #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
