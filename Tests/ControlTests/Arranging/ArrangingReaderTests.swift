import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

/// What arranges, as it is typed and as a patch has it.
@Suite struct ArrangingReaderTests {
  @Test(arguments: [
    ("pattern", PatternCommand.list), ("pattern list", .list),
    ("pattern verse", .select(.name("verse"), at: .loopEnd)),
    ("pattern 3 now", .select(.number(2), at: .now)),
    ("pattern \"my verse\" beat", .select(.name("my verse"), at: .beat)),
    ("pattern next bar", .select(.next, at: .bar)),
    ("pattern new verse", .new("verse", at: .loopEnd)),
    ("pattern copy verse now", .copy("verse", at: .now)),
    ("pattern rename verse", .rename(nil, to: "verse")),
    ("pattern rename 2 verse", .rename(.number(1), to: "verse")),
    ("pattern delete verse", .delete(.name("verse"))),
    ("pattern move verse 3", .move(.name("verse"), to: 2)),
  ])
  func `a line asks something of the patterns`(line: String, command: PatternCommand) throws {
    #expect(try CommandReader.command(line)?.action == .arrange(.pattern(command)))
  }

  @Test(arguments: [
    ("song", SongCommand.show), ("song play", .play(at: .loopEnd)),
    ("song off now", .off(at: .now)),
    ("song add", .add(SongPart())), ("song add x4", .add(SongPart(repeats: 4))),
    (
      "song add verse x2 at 96.5",
      .add(SongPart(.name("verse"), repeats: 2, tempo: Tempo(clampingBPM: 96.5)))
    ),
    ("song insert 3 2 x999", .insert(2, SongPart(.number(1), repeats: 999))),
    ("song delete 1", .delete(0)), ("song move 1 3", .move(0, to: 2)),
    ("song repeat 2 8", .repeat(1, count: 8)),
    ("song tempo 2 90", .tempo(1, Tempo(clampingBPM: 90))), ("song tempo 2 off", .tempo(1, nil)),
    ("song groove 1 swing8 2/3 50%", .groove(0, SongGroove("swing8 2/3", timing: 0.5))),
    ("song groove 1 off", .groove(0, nil)), ("song loop 4", .loop(3)),
    ("song loop off", .loop(nil)),
    ("song again on", .again(true)), ("song clear", .clear),
  ])
  func `a line asks something of the song`(line: String, command: SongCommand) throws {
    #expect(try CommandReader.command(line)?.action == .arrange(.song(command)))
  }

  @Test(arguments: [
    ("programs kit", ProgramUse.kit), ("programs pattern", .pattern(.standard)),
    (
      "programs pattern 1 now send",
      PatternPrograms(channel: 0, at: .now, isSent: true).map(ProgramUse.pattern) ?? .kit
    ),
  ])
  func `a line says what Program Change selects`(line: String, programs: ProgramUse) throws {
    var patch = Patch()
    try edit(&patch, by: line)
    #expect(patch.input.programs == programs)
  }

  @Test func `a mute group is muted, heard again, or the other of both`() throws {
    var patch = Patch()
    for (line, muted) in [
      ("mutegroup 1", [1]), ("mutegroup 8 on", [1, 8]), ("mutegroup 8 off", [1]),
      ("mutegroup 8 toggle", [1, 8]), ("mutegroup 1 toggle", [8]), ("mutegroup 8", [8]),
    ] {
      try edit(&patch, by: line)
      #expect(patch.mutedGroups == Set(muted), "\(line)")
    }
  }

  @Test func `a lane is muted or soloed, heard again, or the other of both`() throws {
    var patch = Patch(pattern: try Pattern(rows: "kick x...\nsnare x..."))
    for (line, isOn) in [
      ("", true), (" off", false), (" toggle", true), (" toggle", false), (" on", true),
      (" toggle", false),
    ] {
      try edit(&patch, by: "mute snare\(line)")
      try edit(&patch, by: "solo kick\(line)")
      #expect(patch.pattern.lane(of: .snare)?.isMuted == isOn, "\(line)")
      #expect(patch.pattern.lane(of: .kick)?.isSoloed == isOn, "\(line)")
      #expect(patch.pattern.lane(of: .kick)?.isMuted == false)
    }
    #expect(throws: (any Error).self) { try edit(&patch, by: "mute crash toggle") }
    #expect(throws: (any Error).self) { try edit(&patch, by: "mute snare perhaps") }
  }

  private func edit(_ patch: inout Patch, by line: String) throws {
    guard case .edit(let edit) = try CommandReader.command(line)?.action else {
      Issue.record("\(line) edits nothing")
      return
    }
    try edit.apply(to: &patch)
  }

  @Test(arguments: [
    ("pattern verse soon", "pattern: expected now, beat, bar or loop, found “soon”"),
    ("pattern new", "pattern new: a name is missing"),
    ("pattern new \"\"", "pattern new: a name has at least one letter"),
    ("pattern new 12", "pattern new: “12” means something else here: choose another name"),
    ("pattern new x12", "pattern new: “x12” means something else here"),
    ("pattern copy list", "pattern copy: “list” means something else here"),
    ("pattern rename a at", "pattern rename: “at” means something else here"),
    ("pattern -9223372036854775808 soon", "pattern: expected now, beat, bar or loop, found"),
    ("pattern move verse 1001", "pattern move: expected a number of 1–1000, found 1001"),
    ("pattern move verse", "pattern move: a number is missing"),
    ("pattern delete", "pattern delete: a pattern is missing"),
    ("song dance", "song: unexpected “dance”; usage: song"),
    ("song delte 1", "song: unexpected “delte”; did you mean “song delete”?"),
    ("song add verse chorus", "song add: unexpected “chorus”"),
    ("song add x1000", "song add: expected a number of times of 1–999, found 1000"),
    ("song add at 1000", "song add: expected 20–300 bpm, found 1000"),
    ("song add at", "song add: beats a minute are missing"),
    ("song delete 0", "song delete: expected a section of 1–10000, found 0"),
    ("song repeat 1 0", "song repeat: expected a number of times of 1–999, found 0"),
    (
      "song groove 1 swing8 66 200",
      "song groove: expected an amount of timing of 0–1 or 0%–100%, found 200"
    ),
    ("mutegroup 9", "mutegroup: expected a group of 1–8, found 9"),
    ("fill", "fill: on or off is missing"),
    ("programs", "programs: kit or pattern is missing"),
    ("programs pattern 17", "programs: expected a channel of 1–16, found 17"),
    ("programs pattern \(Int.min)", "programs: expected a channel of 1–16, found \(Int.min)"),
    ("programs pattern soon", "programs: expected a channel, a moment or send, found “soon”"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  private static let map = InputMap(
    notes: [64: .cowbell],
    controls: [
      ControlAssignment(.note(24), .fill), ControlAssignment(.note(25), .muteGroup(3)),
      ControlAssignment(.controller(1), .pattern(.name("a \"b\""), at: .now)),
      ControlAssignment(.controller(2), .pattern(.number(127), at: .beat)),
      ControlAssignment(.controller(3), .pattern(.next, at: .bar)),
      ControlAssignment(.controller(4), .pattern(.previous, at: .loopEnd)),
    ])

  @Test(arguments: [
    ProgramUse.kit, .pattern(.standard),
    PatternPrograms(channel: 15, at: .bar, isSent: true).map(ProgramUse.pattern) ?? .kit,
  ])
  func `controls and programs are written and read again`(programs: ProgramUse) throws {
    var patch = Patch()
    patch.input = Self.map
    patch.input.programs = programs
    #expect(try Patch(json: Array(patch.json.utf8), file: "any.json").input == patch.input)
    #expect(patch.json.contains(#"{"note": 25, "do": "mutegroup", "group": 3}"#))
    #expect(patch.json.contains(#"{"cc": 2, "do": "pattern", "pattern": 128, "at": "beat"}"#))
    #expect(patch.json.contains("programs") == (programs != .kit))
  }

  @Test(arguments: [
    "pattern 0 bar", "pattern -3 now", "pattern 1001 now", "pattern 1000 loop", "pattern 007 beat",
  ])
  func `a control is written and read again with any number of a pattern that was assigned to it`(
    command: String
  ) throws {
    let action = try CommandTable.assignment(command.split(separator: " ").map(String.init))
    var patch = Patch()
    patch.input.controls = [ControlAssignment(.note(36), action)]
    let read = try Patch(json: Array(patch.json.utf8), file: "any.json")
    #expect(read.input.controls == patch.input.controls)
  }

  @Test(arguments: [
    (#""controls": [{"note": 1, "do": "pattern"}]"#, "input, control 1: “pattern” is missing"),
    (#""controls": [{"note": 1, "do": "mutegroup"}]"#, "input, control 1: “group” is missing"),
    (
      #""controls": [{"note": 1, "do": "mutegroup", "group": 9}]"#,
      "input, control 1, group: expected 1–8, found 9"
    ),
    (
      #""controls": [{"note": 1, "do": "pattern", "pattern": 0}]"#,
      "input, control 1, pattern: expected 1–1000, found 0"
    ),
    (
      #""controls": [{"note": 1, "do": "next", "at": "nov"}]"#,
      "input, control 1, at: “nov” isn't known; did you mean “now”?"
    ),
    (
      #""controls": [{"note": 1, "do": "fill", "at": "now"}]"#,
      "input, control 1: unknown setting “at”; there are cc, note, bend, do, channel, coding"
    ),
    (#""programs": "kits""#, "input, programs: “kits” isn't known; did you mean “kit”?"),
    (#""programs": {"channel": 0}"#, "input, programs, channel: expected 1–16, found 0"),
    (#""programs": 3"#, "input, programs: expected a group in braces but found a number"),
  ])
  func `an error in a patch is reported with its position`(input: String, sentence: String) {
    let error = #expect(throws: PatchError.self) {
      try Patch.reading(#""pattern": {}, "input": {\#(input)}"#)
    }
    #expect(error?.description == "Patches/foo.json: \(sentence)")
  }
}
