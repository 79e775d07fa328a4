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

  @Test func `mutes, choke groups and a tempo run no humaniser, a new step or seed does`()
    async throws
  {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    try await desk.perform("humanise jazz 1")
    let (asked, compiled) = (
      await desk.machine.humanisedCount, await desk.machine.programCount
    )
    let lines = [
      "mute snare", "solo kick", "solo kick off", "lane snare group 2", "mutegroup 2", "tempo 97",
      "mutegroup 2 off", "choke crash hats", "curve kick soft", "drummer density 0.7",
    ]
    for line in lines { try await desk.perform(line) }
    #expect(await desk.machine.humanisedCount == asked)
    #expect(await desk.machine.programCount > compiled)
    for (line, count) in [("step kick 3", 1), ("humanise jazz 0.5", 2), ("drummer seed 7", 3)] {
      try await desk.perform(line)
      #expect(await desk.machine.humanisedCount == asked + count, "\(line)")
    }
  }

  @Test func `a tempo compiles no song, which begins at it where it sets none`() async throws {
    let desk = try desk()
    for line in [
      "song add main", "song add main", "song tempo 2 200", "song again on", "song play now",
    ] { try await desk.perform(line) }
    let before = await desk.machine.programCount
    for bpm in [90, 100, 110] { try await desk.perform("tempo \(bpm)") }
    try await desk.perform("play")
    #expect(try await tempi(of: desk, until: 9) == [110, 200, 110])
    // It is heard in a section that sets another, until the song sets the next.
    try await desk.perform("locate 6")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 200)
    try await desk.perform("tempo 150")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 150)
    #expect(await desk.machine.programCount == before)
  }

  /// A desk whose song of two sections plays the second, at 200 bpm; the patch has 120.
  private func deskInFastSection() async throws -> Desk {
    let desk = try desk()
    for line in [
      "song add main", "song add main", "song tempo 2 200", "song again on", "song play now",
      "play", "locate 6",
    ] {
      try await desk.perform(line)
      desk.play()
    }
    #expect(await desk.machine.status().tempoBPM == 200)
    return desk
  }

  @Test func `the patch's tempo, asked for as it is, is heard in a section that sets another`()
    async throws
  {
    let desk = try await deskInFastSection()
    let (changes, programs) = (
      try await desk.perform("undo list").text, await desk.machine.programCount
    )
    try await desk.perform("tempo 120")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 120)
    #expect(try await desk.perform("undo list").text == changes)
    #expect(await desk.machine.programCount == programs)
  }

  @Test(arguments: [["song off now"], ["pattern main now"], ["song clear"], ["stop", "song off"]])
  func `a pattern that takes over from a song goes at the patch's tempo`(lines: [String])
    async throws
  {
    let desk = try await deskInFastSection()
    for line in lines {
      try await desk.perform(line)
      desk.play()
    }
    #expect(await desk.machine.status().tempoBPM == 120)
  }

  @Test(arguments: ["song off loop", "song off bar"], [nil, "stop"])
  func `a song keeps its tempo while the pattern after it waits, which goes at the patch's`(
    line: String, end: String?
  ) async throws {
    let desk = try await deskInFastSection()
    for line in [line, "mute snare"] {
      try await desk.perform(line)
      desk.play()
      #expect(await desk.machine.status().tempoBPM == 200, "\(line)")
    }
    if let end { try await desk.perform(end) }
    desk.play(blocks: 1_500)
    #expect(await desk.machine.status().tempoBPM == 120)
  }

  @Test func `a patch that is opened goes at its tempo, though the one before has the same`()
    async throws
  {
    let desk = try await deskInFastSection()
    let other = Patch(name: "Other", pattern: try Pattern(rows: "kick x..."))
    desk.shelf.put(other, at: "other.json")
    let steps: [(line: String, bpm: Double?)] = [
      ("load other.json", 120), ("undo", nil), ("locate 6", 200), ("redo", 120),
    ]
    for (line, bpm) in steps {
      try await desk.perform(line)
      desk.play()
      guard let bpm else { continue }
      #expect(await desk.machine.status().tempoBPM == bpm, "\(line)")
    }
  }

  @Test func `a step that comes after the tempo leaves it as it was set`() async throws {
    let desk = try desk()
    for line in ["song add main", "song again on", "song play now", "play", "tempo 90"] {
      try await desk.perform(line)
    }
    desk.play()
    try await desk.perform("step kick 3")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 90)
    #expect(try await tempi(of: desk, until: 9) == [90])
  }

  @Test func `a looped section begins at the patch's tempo where no section sets one`() async throws
  {
    let desk = try desk()
    for line in ["song add main", "song add main", "song play now", "song loop 2"] {
      try await desk.perform(line)
    }
    let before = await desk.machine.programCount
    for line in ["tempo 77", "play"] { try await desk.perform(line) }
    #expect(try await tempi(of: desk, until: 9) == [77])
    #expect(await desk.machine.programCount == before)
  }

  @Test func `all knobs of a drum compile no program, humanised or in a song`() async throws {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    for line in ["song add main", "humanise jazz 1"] { try await desk.perform(line) }
    let numbers = CommandTable.all.filter { spec in
      !spec.touches.isEmpty && spec.touches.isSubset(of: [.kit, .tempo, .clicks])
        && spec.parameters.contains { !$0.ranges.isEmpty }
    }
    let paths = Set(numbers.map(\.path))
    #expect(paths.isSuperset(of: ["tempo", "level", "pan", "tuning", "decay", "metronome level"]))
    for playing in ["song off now", "song play now"] {
      try await desk.perform(playing)
      desk.play()
      let (programs, asked) = (
        await desk.machine.programCount, await desk.machine.humanisedCount
      )
      var carriedOut = 0
      for spec in numbers {
        for example in spec.examples {
          let command = try #require(try CommandReader.command(example))
          if (try? await desk.machine.perform(command)) != nil { carriedOut += 1 }
          desk.play()
          _ = await desk.machine.attend()
          #expect(await desk.machine.programCount == programs, "\(playing), \(example)")
          #expect(await desk.machine.humanisedCount == asked, "\(playing), \(example)")
        }
      }
      #expect(carriedOut > 8)
    }
  }

  @Test func `a patch that is opened is humanised at its own tempo, a tempo that is set not`()
    async throws
  {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    var slow = await desk.machine.document.patch
    slow.humanising = Humanising(style: "jazz")
    var fast = slow
    fast.tempo = Tempo(clampingBPM: 240)
    desk.shelf.put(slow, at: "slow.json")
    desk.shelf.put(fast, at: "fast.json")
    for (line, count) in [
      ("load slow.json", 1), ("load slow.json", 1), ("load fast.json", 2), ("undo", 3),
      ("redo", 4), ("tempo 90", 4), ("mute kick", 4),
    ] {
      try await desk.perform(line)
      desk.play()
      _ = await desk.machine.attend()
      #expect(await desk.machine.humanisedCount == count, "\(line)")
    }
  }

  @Test func `a file that was changed and read again is opened, by undo and redo as well`()
    async throws
  {
    let desk = try desk(FakeDrummer(humanisingTables: HumaniseTests.tables))
    var patch = await desk.machine.document.patch
    patch.humanising = Humanising(style: "jazz")
    desk.shelf.put(patch, at: "one.json")
    try await desk.perform("load one.json")
    patch.tempo = Tempo(clampingBPM: 240)
    desk.shelf.put(patch, at: "one.json")
    for (line, count) in [("reload", 2), ("undo", 3), ("redo", 4), ("tempo 90", 4), ("undo", 4)] {
      try await desk.perform(line)
      desk.play()
      _ = await desk.machine.attend()
      #expect(await desk.machine.humanisedCount == count, "\(line)")
    }
  }

  /// The tempi that are heard one after another in that number of beats.
  private func tempi(of desk: Desk, until beats: Double) async throws -> [Double] {
    var heard: [Double] = []
    for _ in 0..<10_000 {
      desk.play(blocks: 8)
      _ = await desk.machine.attend()
      let status = await desk.machine.status()
      guard status.beat < beats, status.isRolling else { break }
      if status.tempoBPM != heard.last { heard.append(status.tempoBPM) }
    }
    return heard
  }

  private func leavesTheDesk(_ command: Command) -> Bool {
    switch command.action {
    // A section or a pattern that begins is another program by design.
    case .midiFile, .file(.save), .file(.discard), .quit, .source, .drummer(.prime), .groove: true
    default: false
    }
  }
}
