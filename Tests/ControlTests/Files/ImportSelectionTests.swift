import Commands
import Control
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
}
