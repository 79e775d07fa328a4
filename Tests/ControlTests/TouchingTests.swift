import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// What is touched is what is made again, and nothing else.
@Suite struct TouchingTests {
  private func desk(_ drummer: FakeDrummer = FakeDrummer()) throws -> Desk {
    let pattern = try Pattern(
      rows: """
        kick   X... x... X... x..x
        snare  .... X... .... X...
        """, name: "main")
    return Desk(Patch(name: "Rock", pattern: pattern), drummer: drummer)
  }

  @Test func `every row that does not touch the music or the input compiles no program`()
    async throws
  {
    let desk = try desk()
    // What examples name must be there, or they would be refused before they touch anything.
    for line in ["drummer on", "clip 3 snare", "select all", "group save 1 lick"] {
      try await desk.perform(line)
    }
    var carriedOut = 0
    for spec in CommandTable.all where spec.touches.isDisjoint(with: [.music, .input]) {
      for example in spec.examples {
        let command = try #require(try CommandReader.command(example))
        guard !leavesTheDesk(command) else { continue }
        let before = await desk.machine.programCount
        if (try? await desk.machine.perform(command)) != nil { carriedOut += 1 }
        desk.play()
        _ = await desk.machine.attend()
        #expect(await desk.machine.programCount == before, "\(example)")
      }
    }
    #expect(carriedOut > 40)
  }

  @Test func `what touches the music compiles one program`() async throws {
    let desk = try desk()
    for line in ["step kick 3", "mute snare", "groove swing8 66", "choke crash hats", "seed 7"] {
      let before = await desk.machine.programCount
      try await desk.perform(line)
      #expect(await desk.machine.programCount == before + 1, "\(line)")
    }
  }

  @Test func `a level or a tempo runs no humaniser, and undo compiles what it must`() async throws {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    try await desk.perform("humanise jazz 1")
    let before = await desk.machine.programCount
    for line in [
      "level -3", "level kick -3", "pan snare 0.5", "tempo 97", "metronome on", "countin 1",
      "metronome level -6", "tuning kick 100", "decay crash 1", "output kick 2", "name Other",
      "record quantise 50%", "reverb snare 0.5", "delay time 1/4", "filter kick lowpass",
    ] {
      try await desk.perform(line)
    }
    #expect(await desk.machine.programCount == before)
    let patch = await desk.machine.document.patch
    #expect(patch.tempo.bpm == 97 && patch.kit.level == -3 && patch.metronome.countInBars == 1)
    try await desk.perform("undo 15")
    #expect(await desk.machine.programCount == before)
    #expect(await desk.machine.document.patch.tempo.bpm != 97)
    try await desk.perform("undo")
    #expect(await desk.machine.programCount == before + 1)
  }

  @Test func `mutes, choke groups and a tempo run no humaniser, a new step does`() async throws {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    try await desk.perform("humanise jazz 1")
    let (asked, compiled) = (
      await desk.machine.humanisedCount, await desk.machine.programCount
    )
    let lines = [
      "mute snare", "solo kick", "solo kick off", "lane snare group 2", "mutegroup 2", "tempo 97",
      "mutegroup 2 off", "choke crash hats", "curve kick soft",
    ]
    for line in lines { try await desk.perform(line) }
    #expect(await desk.machine.humanisedCount == asked)
    #expect(await desk.machine.programCount > compiled)
    for (line, count) in [("step kick 3", 1), ("humanise jazz 0.5", 2)] {
      try await desk.perform(line)
      #expect(await desk.machine.humanisedCount == asked + count, "\(line)")
    }
  }

  @Test func `a song's own tempo is compiled into it, and changes with the patch's`() async throws {
    let desk = try desk()
    for line in ["song add main x2", "song play now", "tempo 90"] { try await desk.perform(line) }
    let before = await desk.machine.programCount
    try await desk.perform("tempo 100")
    #expect(await desk.machine.programCount == before + 1)
  }

  private func leavesTheDesk(_ command: Command) -> Bool {
    switch command.action {
    // A section or a pattern that begins is another program by design.
    case .midiFile, .file(.save), .file(.discard), .quit, .source, .drummer(.prime), .groove: true
    default: false
    }
  }
}
