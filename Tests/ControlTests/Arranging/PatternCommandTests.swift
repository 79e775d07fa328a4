import Commands
import Control
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// Several patterns in a patch: which one plays from when on.
@Suite struct PatternCommandTests {
  private func desk(song: String = "") throws -> Desk {
    Desk(
      try Patch(
        patterns: """
          a kick xxxx xxxx
          b snare xxxx
          c clap xxxx
          """, song: song))
  }

  @Test(arguments: [
    ("pattern b now", "kkss ssss"), ("pattern 2 beat", "kkss ssss"),
    ("pattern b bar", "kkkk ssss"), ("pattern next loop", "kkkk kkkk ssss"),
    ("pattern b", "kkkk kkkk ssss"), ("pattern previous bar", "kkkk cccc"),
    // The last that was asked for counts.
    ("pattern b bar;pattern c", "kkkk kkkk cccc"), ("pattern c;pattern b now", "kkss ssss ssss"),
  ])
  func `another pattern begins at its moment`(lines: String, heard: String) async throws {
    let desk = try desk()
    try await desk.perform("play")
    var notes = desk.hear(2)
    for line in lines.split(separator: ";") { try await desk.perform(String(line)) }
    notes += desk.hear(heard.filter { $0 != " " }.count - 2)
    #expect(notes == heard.filter { $0 != " " })
  }

  @Test func `the queue is shown until the moment has come`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    _ = desk.hear(1)
    try await desk.perform("pattern b bar")
    var status = await desk.machine.status()
    #expect(status.arrangement.queue?.what == "pattern b")
    #expect(status.arrangement.queue?.pattern == "b")
    #expect(status.arrangement.queue?.at == "bar")
    #expect(status.text.contains("pattern: b, 2 of 3; pattern b begins with the next bar"))
    _ = desk.hear(2)
    status = await desk.machine.status()
    #expect(status.arrangement.queue?.at == "bar")
    // What sounds is still the first pattern, in its third beat.
    #expect(status.step == 3)
    _ = desk.hear(2)
    status = await desk.machine.status()
    #expect(status.arrangement.queue == nil)
    #expect(status.text.contains("pattern: b, 2 of 3\n"))
    #expect(status.step == 1 && status.loop == 1)
    #expect(status.isEdited == false)
  }

  @Test func `an edit goes along with the switch that waits`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    var heard = desk.hear(1)
    for line in ["pattern c", "step snare 1 x", "mute clap"] { try await desk.perform(line) }
    heard += desk.hear(9)
    #expect(heard == "kkkkkkkks")
    #expect(await desk.machine.status().arrangement.queue == nil)
    try await desk.perform("mute clap off")
    #expect(desk.hear(4) == "cccsc" || desk.hear(1) == "c")
  }

  @Test func `while nothing plays, a pattern is there at once`() async throws {
    let desk = try desk()
    try await desk.perform("pattern c")
    desk.play()
    #expect(await desk.machine.status().arrangement.queue == nil)
    try await desk.perform("play")
    #expect(desk.hear(4) == "cccc")
  }

  @Test(arguments: ["song play now", "load song.json"])
  func `a pattern that is asked for right after a song plays, though it is selected`(line: String)
    async throws
  {
    let desk = try desk(song: "b c")
    var song = await desk.machine.document.patch
    song.playsSong = true
    desk.shelf.put(song, at: "song.json")
    for line in [line, "pattern a", "play"] { try await desk.perform(line) }
    #expect(desk.hear(4) == "kkkk")
    #expect(await desk.machine.document.patch.playsSong == false)
  }

  @Test func `a new pattern is empty over the same grid, a copy plays the same`() async throws {
    let desk = try desk()
    try await desk.perform("pattern new d now")
    #expect(await desk.machine.document.patch.pattern.length == Beats(8))
    try await desk.perform("play")
    #expect(desk.hear(2).isEmpty)
    try await desk.perform("pattern a now")
    try await desk.perform("pattern copy e now")
    #expect(desk.hear(2) == "kk")
    let status = await desk.machine.status()
    #expect(status.arrangement.pattern == "e" && status.arrangement.count == 5)
    #expect(status.isEdited)
    try await desk.perform("undo 2")
    #expect(await desk.machine.document.patch.patterns.map(\.name) == ["a", "b", "c"])
  }

  @Test func `patterns are listed, renamed, moved and deleted`() async throws {
    let desk = try desk(song: "c a")
    try await desk.perform("pattern rename c chorus")
    try await desk.perform("pattern rename verse")
    try await desk.perform("pattern move chorus 1")
    #expect(
      try await desk.perform("pattern list").text
        == ("""
          1  chorus  4 beats, 1 lane
        > 2  verse   8 beats, 1 lane
          3  b       4 beats, 1 lane
        """))
    #expect(await desk.machine.document.patch.song.sections.map(\.pattern) == ["chorus", "verse"])
    try await desk.perform("pattern delete b")
    #expect(await desk.machine.status().arrangement.count == 2)
  }

  @Test(arguments: [
    ("pattern zzz", "pattern “zzz” does not exist"),
    ("pattern d", "pattern “d” does not exist"),
    ("pattern 4 now", "pattern 4: the patch has 3"),
    ("pattern delete c", "pattern “c”: section 1 of the song plays it; delete that first"),
    ("pattern new b", "pattern “b”: the name is already used; choose another"),
    ("pattern copy a", "pattern “a”: the name is already used; choose another"),
    ("pattern rename a c", "pattern “c”: the name is already used; choose another"),
    ("pattern move a 9", "pattern 9: the patch has 3"),
  ])
  func `what cannot be done is an error and changes nothing`(
    line: String, sentence: String
  ) async throws {
    let desk = try desk(song: "c")
    let before = await desk.machine.document
    await #expect(throws: CommandError(sentence)) { try await desk.perform(line) }
    #expect(await desk.machine.document == before)
  }

  @Test func `Program Change selects, on its own channel and at its moment`() async throws {
    let desk = try desk()
    try await desk.perform("programs pattern 16 bar")
    try await desk.perform("play")
    var heard = desk.hear(1)
    #expect(await desk.receive(ShortMessage(status: 0xCF, data1: 1)).isEmpty)
    heard += desk.hear(4)
    #expect(heard == "kkkks")
    // On the drums' channel it is a kit.
    desk.audio.stage(ShortMessage(status: 0xC9, data1: 2), offset: 0)
    desk.breathe()
    #expect(unsafe Array(desk.audio.sounds).map(\.kind) == [.program])
    #expect(await desk.machine.attend().failures.isEmpty)
    #expect(await desk.machine.status().arrangement.pattern == "b")
    let failures = await desk.receive(ShortMessage(status: 0xCF, data1: 7))
    #expect(failures == [CommandError("pattern 8: the patch has 3")])
    #expect(await desk.machine.status().arrangement.pattern == "b")
    // Of many in a row only the last counts.
    for program in [0, 1, 0, 2] {
      desk.audio.stage(ShortMessage(status: 0xCF, data1: UInt8(program)), offset: 0)
    }
    #expect(await desk.receive(ShortMessage(status: 0xCF, data1: 0)).isEmpty)
    #expect(await desk.machine.status().arrangement.pattern == "a")
  }

  @Test
  func `a pattern that is selected here is sent as Program Change, one that came by it is not`()
    async throws
  {
    let desk = try desk()
    try await desk.perform("pattern b now")
    #expect(desk.sent().isEmpty)
    try await desk.perform("programs pattern 3 now send")
    try await desk.perform("pattern c now")
    #expect(desk.sent() == [ShortMessage(status: 0xC2, data1: 2)])
    await desk.receive(ShortMessage(status: 0xC2, data1: 0))
    #expect(desk.sent().isEmpty)
    #expect(await desk.machine.status().arrangement.pattern == "a")
    try await desk.perform("programs kit")
    await desk.receive(ShortMessage(status: 0xC2, data1: 1))
    #expect(await desk.machine.status().arrangement.pattern == "a")
  }

  @Test func `undo leaves the pattern that plays selected`() async throws {
    let desk = try desk()
    try await desk.perform("step clap 1")
    try await desk.perform("pattern b now")
    try await desk.perform("undo")
    #expect(await desk.machine.status().arrangement.pattern == "b")
    #expect(await desk.machine.document.patch.patterns[0].lane(of: .clap) == nil)
    try await desk.perform("redo")
    #expect(await desk.machine.status().arrangement.pattern == "b")
    #expect(await desk.machine.document.patch.patterns[0].lane(of: .clap) != nil)
  }

  @Test func `undo of a new name leaves the pattern that plays selected`() async throws {
    let desk = try desk()
    for line in ["pattern rename d", "pattern b now", "pattern d now", "undo"] {
      try await desk.perform(line)
    }
    #expect(await desk.machine.status().arrangement.pattern == "a")
    try await desk.perform("redo")
    #expect(await desk.machine.status().arrangement.pattern == "d")
  }

  @Test func `a patch whose patterns have names that can't be said is played under others`()
    async throws
  {
    var patch = try Patch(patterns: "a kick xxxx\nb snare xxxx\nc clap xxxx")
    var patterns = patch.patterns
    for (index, name) in ["4", "next", "pattern 4"].enumerated() { patterns[index].name = name }
    try patch.setPatterns(
      patterns, selected: 1, song: Song(sections: [Section(pattern: "4")], loops: true))
    let desk = Desk(Patch(), shelf: InMemoryPatchStore(["odd.json": patch]))
    let reply = try await desk.perform("load odd.json")
    #expect(
      reply.text == """
        pattern 1 is called “pattern 4 2”: its name can't be said
        pattern 2 is called “pattern next”: its name can't be said
        """)
    let read = await desk.machine.document.patch
    #expect(read.patterns.map(\.name) == ["pattern 4 2", "pattern next", "pattern 4"])
    #expect(read.song.sections.map(\.pattern) == ["pattern 4 2"] && read.selected == 1)
  }
}
