import Commands
import Control
import Foundation
import GhostnoteTesting
import Rhythm
import Testing

extension MIDIFileCommandTests {
  @Test func `nothing is selected in what was imported, whatever its pattern is called`()
    async throws
  {
    try await inFolder { folder in
      let pattern = try Pattern(rows: "kick x... x... x... x...", name: "a")
      let desk = Desk(Patch(pattern: pattern))
      try await desk.perform("export \(folder)/a.mid")
      // The second time it has the name of the one before.
      for _ in 0..<2 {
        try await desk.perform("select 2-4")
        try await desk.perform("import \(folder)/a.mid")
        #expect(await desk.machine.document.selection == nil)
        await #expect(throws: CommandError.self) { try await desk.perform("delete") }
      }
      try await desk.perform("undo 2")
      #expect(await desk.machine.document.patch.pattern == pattern)
      #expect(await desk.machine.document.selection?.numbers == [1, 2, 3])
    }
  }

  @Test(arguments: [1, 2])
  func `what was imported is played whole, also where a section was looped before`(
    loops: Int
  ) async throws {
    try await inFolder { folder in
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x... x... x... x...", name: "a")))
      for line in ["export \(folder)/a.mid loops \(loops)", "song add", "song loop 1", "play"] {
        try await desk.perform(line)
        desk.play()
      }
      #expect(await desk.machine.status().arrangement.song?.isLooped == true)
      try await desk.perform("import \(folder)/a.mid")
      desk.play()
      // One loop is a pattern, two are a song.
      #expect(await desk.machine.document.patch.playsSections == (loops == 2))
      let song = await desk.machine.status().arrangement.song
      #expect(song?.isLooped == (loops == 2 ? false : nil))
    }
  }

  @Test func `undo and redo of an import play the song whole, also where a section was looped`()
    async throws
  {
    try await inFolder { folder in
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x... x... x... x...", name: "a")))
      for line in ["export \(folder)/a.mid loops 2", "song add", "import \(folder)/a.mid", "play"] {
        try await desk.perform(line)
      }
      desk.play()
      for line in ["undo", "redo"] {
        try await desk.perform("song loop 1")
        desk.play()
        #expect(await desk.machine.status().arrangement.song?.isLooped == true, "\(line)")
        try await desk.perform(line)
        desk.play()
        #expect(await desk.machine.status().arrangement.song?.isLooped == false, "\(line)")
      }
    }
  }

  @Test func `a section is still looped where the import of a pattern is undone and redone`()
    async throws
  {
    try await inFolder { folder in
      let text = """
        <drumkit_pattern><drumkit_name>GMRockKit</drumkit_name>
        <pattern><name>b</name><size>192</size><noteList><note>
        <position>24</position><velocity>1</velocity><instrument>0</instrument></note></noteList>
        </pattern></drumkit_pattern>
        """
      try text.write(toFile: "\(folder)/b.h2pattern", atomically: true, encoding: .utf8)
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x... x... x... x...", name: "a")))
      for line in ["song add", "import \(folder)/b.h2pattern"] {
        try await desk.perform(line)
        desk.play()
      }
      for line in ["song loop 1", "undo", "redo"] {
        try await desk.perform(line)
        desk.play()
        #expect(await desk.machine.status().arrangement.song?.isLooped == true, "\(line)")
      }
      #expect(await desk.machine.document.patch.patterns.map(\.name) == ["a", "b"])
    }
  }

  @Test func `an import, its undo and its redo go along with a switch that waits`() async throws {
    try await inFolder { folder in
      let desk = Desk(Patch(pattern: try Pattern(rows: "kick x... x... x... x...", name: "a")))
      for line in ["export \(folder)/a.mid loops 2", "song add", "play"] {
        try await desk.perform(line)
      }
      desk.play()
      for line in ["song play bar", "import \(folder)/a.mid", "undo", "redo"] {
        try await desk.perform(line)
        desk.play()
        let queue = await desk.machine.status().arrangement.queue
        #expect(queue?.what == "song" && queue?.at == "bar", "\(line)")
      }
    }
  }
}
