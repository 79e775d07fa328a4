import CommandText
import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct MIDIFileCommandTests {
  private func command(_ line: String) -> Command? { try? CommandReader.command(line) }

  /// Runs `body` with a folder that is gone afterwards.
  func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  func error(_ desk: Desk, _ line: String) async throws -> String {
    do throws(CommandError) {
      guard let command = try CommandReader.command(line) else { return "" }
      _ = try await desk.machine.perform(command)
      return ""
    } catch { return error.description }
  }

  @Test func `import and export are read with all their arguments`() {
    #expect(command("import a.mid")?.action == .midiFile(.read("a.mid", .drums)))
    #expect(command("import a.mid all")?.action == .midiFile(.read("a.mid", .all)))
    #expect(command("import \"a b.mid\" 10")?.action == .midiFile(.read("a b.mid", .channel(9))))
    #expect(
      command("export a.mid")?.action
        == .midiFile(.write("a.mid", loops: 1, separatesVoices: false)))
    #expect(
      command("export a.mid loops 8 type 1")?.action
        == .midiFile(.write("a.mid", loops: 8, separatesVoices: true)))
    for line in [
      "import", "import a.mid 17", "import a.mid all 3", "export", "export a.mid loops",
      "export a.mid loops 0", "export a.mid loops 10001", "export a.mid type 2", "export a.mid 8",
    ] {
      #expect(throws: CommandError.self, "\(line)") { try CommandReader.command(line) }
    }
  }

  @Test func `what was exported is imported as it is heard, and undone`() async throws {
    try await inFolder { folder in
      let pattern = try Pattern(rows: "kick  x... x...\nsnare  ..x. ..xx", name: "a")
      let patch = Patch(tempo: Tempo(clampingBPM: 97), pattern: pattern)
      let desk = Desk(patch)
      try await desk.perform("groove swing8 2/3")
      let reply = try await desk.perform("export \(folder)/a.mid loops 2")
      #expect(reply.text == ("wrote \(folder)/a.mid"))
      let grooved = await desk.machine.document.patch
      let other = Desk(Patch())
      let read = try await other.perform("import \(folder)/a.mid")
      #expect(try await other.perform("undo list").text?.contains("import a.mid") == true)
      #expect(
        read.text
          == ("\(folder)/a.mid: 2 bars, 10 notes: 1 pattern at 97.0 bpm; "
            + "it plays as a song, `song off` loops it"))
      let imported = await other.machine.document.patch
      #expect(
        Program(imported).cues(from: .zero, to: Beats(4)).map(\.hit)
          == Program(grooved).cues(from: .zero, to: Beats(4)).map(\.hit))
      #expect(imported.playsSong && imported.songForm.length == Beats(4))
      try await other.perform("undo")
      #expect(await other.machine.document.patch == Patch())
    }
  }

  @Test func `of a file of several songs the first with notes is read, and the others are counted`()
    async throws
  {
    try await inFolder { folder in
      func song(_ note: UInt8) -> StandardMIDIFile.Track {
        let on = ShortMessage.noteOn(channel: 9, note: note, velocity: 96)
        return StandardMIDIFile.Track(
          [StandardMIDIFile.Event(.message(on), at: .zero)], end: Beats(4))
      }
      let file = StandardMIDIFile(
        format: .separate, division: .standard,
        tracks: [StandardMIDIFile.Track(), song(36), song(38), song(42)])
      try Data(file.bytes).write(to: URL(filePath: "\(folder)/a.mid"))
      let desk = Desk(Patch())
      let reply = try await desk.perform("import \(folder)/a.mid")
      #expect(reply.text?.hasSuffix("; other songs in the file, left out: 2") == true)
      let patch = await desk.machine.document.patch
      #expect(patch.pattern.lanes.map(\.voice) == [Voice(.kick)])
    }
  }

  @Test func `a file that was not written here is overwritten only when asked twice`() async throws
  {
    try await inFolder { folder in
      let take = "\(folder)/take.mid"
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x...")))
      try Data("precious".utf8).write(to: URL(filePath: take))
      #expect(try await error(desk, "export \(take)").contains("it is there already"))
      #expect(try Data(contentsOf: URL(filePath: take)) == Data("precious".utf8))
      #expect(try await error(desk, "export \(folder)/other.mid") == "")
      #expect(try await error(desk, "export \(take)").contains("it is there already"))
      #expect(try await error(desk, "export \(take) loops 2") == "")
      // What was written here is one's own.
      #expect(try await error(desk, "export \(take)") == "")
    }
  }

  @Test func `what no export can be written to is refused at once`() async throws {
    try await inFolder { folder in
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x...")))
      try Data("{}".utf8).write(to: URL(filePath: "\(folder)/take.json"))
      try FileManager.default.createDirectory(
        atPath: "\(folder)/take.mid", withIntermediateDirectories: false)
      for _ in 0..<2 {
        #expect(try await error(desk, "export \(folder)/take.json").contains("ends in .mid"))
        #expect(try await error(desk, "export \(folder)/take.mid").contains("it is a folder"))
      }
    }
  }

  @Test func `a file of lines may begin with a byte order mark`() async throws {
    try await inFolder { folder in
      try Data([0xEF, 0xBB, 0xBF] + Array("tempo 112".utf8))
        .write(to: URL(filePath: "\(folder)/set.txt"))
      #expect(try SourceFile.text("\(folder)/set.txt") == "tempo 112")
    }
  }

  @Test func `files that can't be read or written are named, and nothing is changed`() async throws
  {
    try await inFolder { folder in
      let desk = Desk(Patch())
      _ = FileManager.default.createFile(atPath: "\(folder)/zero.mid", contents: Data())
      let silent = StandardMIDIFile(StandardMIDIFile.Track())
      try Data(silent.bytes).write(to: URL(filePath: "\(folder)/silent.mid"))
      // A sparse file: nothing of it is on the disk.
      _ = FileManager.default.createFile(atPath: "\(folder)/large.mid", contents: Data())
      let large = try FileHandle(forWritingTo: URL(filePath: "\(folder)/large.mid"))
      try large.truncate(atOffset: 4 << 20 | 1)
      try large.close()
      #expect(
        try await error(desk, "import \(folder)/large.mid")
          == "\(folder)/large.mid: larger than 4 MiB")
      #expect(
        try await error(desk, "import \(folder)/zero.mid")
          == "\(folder)/zero.mid: byte 0: no Standard MIDI File begins like this (MThd)")
      #expect(
        try await error(desk, "import \(folder)/a.H2Drumkit")
          == "\(folder)/a.H2Drumkit: a drum kit of Hydrogen; `ghostnote kit import` makes a SoundFont of it"
      )
      #expect(
        try await error(desk, "import \(folder)/silent.mid")
          == "\(folder)/silent.mid: the file has no notes")
      #expect(
        try await error(desk, "import \(folder)") == "\(folder): a folder, not a file")
      #expect(try await error(desk, "import \(folder)/no.mid").contains("no such file"))
      #expect(
        try await error(desk, "export \(folder)/a.json")
          == "\(folder)/a.json: a MIDI file's name ends in .mid: name it so")
      #expect(try await error(desk, "export \(folder)/no/a.mid").contains("can't be written"))
      #expect(await desk.machine.document.patch == Patch())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }
  }

  @Test func `a groove is taken from a file's drums and called by its name`() async throws {
    try await inFolder { folder in
      var swung = Patch(pattern: try Pattern(rows: "closed-hat  x.x. x.x."))
      swung.groove = GrooveUse(try Groove(named: "swing8 56"))
      let file = try StandardMIDIFile(swung, loops: 4)
      try Data(file.bytes).write(to: URL(filePath: "\(folder)/my.hats.mid"))
      let desk = Desk(Patch())
      try await desk.perform("groove extract \(folder)/my.hats.mid")
      let groove = try #require(await desk.machine.document.patch.groove?.groove)
      #expect(groove.name == "my.hats")
      // 56 % of a beat, as near as 960 ticks come.
      let heard = groove.warp.warped(Beats(1, over: 2))
      #expect(abs((heard - Beats(56, over: 100)).units) <= Beats.unitsPerBeat / 1_920)
    }
  }

  @Test func `a humanised pattern that plays once is exported as often as asked`() async throws {
    try await inFolder { folder in
      let pattern = try Pattern(rows: "kick  ..x. ..x.", loops: false, name: "a")
      let drummer = FakeDrummer(humanisingTables: HumaniseTests.tables)
      let desk = Desk(Patch(pattern: pattern), drummer: drummer)
      try await desk.perform("humanise any 1")
      let asked = await desk.machine.humanisedCount
      for (loops, count) in [(1, 2), (3, 6)] {
        let path = "\(folder)/\(loops).mid"
        try await desk.perform("export \(path) loops \(loops)")
        let file = try StandardMIDIFile(bytes: [UInt8](Data(contentsOf: URL(filePath: path))))
        let song = try #require(file.songs.first)
        #expect(song.cues(.all).count == count)
      }
      // What is heard is still as the drummer played it.
      try await desk.perform("mute kick")
      #expect(await desk.machine.humanisedCount == asked)
    }
  }

  @Test func `an export says that the drummer is not in it`() async throws {
    try await inFolder { folder in
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x...")))
      try await desk.perform("drummer on")
      let words = try #require(try await desk.perform("export \(folder)/a.mid").text)
      #expect(words.hasPrefix("wrote \(folder)/a.mid, without the drummer"))
    }
  }
}

extension MIDIFileCommandTests {
  @Test func `a song of Hydrogen is imported by the same line, and undone`() async throws {
    try await inFolder { folder in
      let song = """
        <song><bpm>93</bpm><name>Tune</name><mode>song</mode><instrumentList><instrument><id>0</id>
        <name>Cowbell</name></instrument></instrumentList><patternList><pattern><name>a</name>
        <size>96</size><noteList><note><position>24</position><velocity>1</velocity>
        <instrument>0</instrument></note></noteList></pattern></patternList>
        <patternSequence><group><patternID>a</patternID></group></patternSequence></song>
        """
      try song.write(toFile: "\(folder)/a.h2song", atomically: true, encoding: .utf8)
      let desk = Desk(Patch())
      let reply = try await desk.perform("import \(folder)/a.h2song")
      #expect(
        reply.text
          == "\(folder)/a.h2song: 1 column, 1 note: 1 pattern in a song of 1 section at 93.0 bpm")
      let patch = await desk.machine.document.patch
      #expect(
        Program(patch).cues(from: .zero, to: Beats(4)).map(\.beat) == [Beats(1, over: 2)])
      try await desk.perform("undo")
      #expect(await desk.machine.document.patch == Patch())
      try "<song>".write(toFile: "\(folder)/b.h2song", atomically: true, encoding: .utf8)
      #expect(
        try await error(desk, "import \(folder)/b.h2song")
          == "\(folder)/b.h2song: line 1: no element found")
    }
  }
}
