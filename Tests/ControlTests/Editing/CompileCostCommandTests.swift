import Commands
import Control
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

/// No line makes a patch that could be saved and not be loaded: what compiles into too many strokes is refused.
@Suite struct CompileCostCommandTests {
  @Test func `a step is refused where its lane would have too many hits until it repeats`()
    async throws
  {
    let lane = try Lane.fullOfMovingHits()
    let desk = Desk(Patch(pattern: try Pattern(lanes: [lane])))
    let before = await desk.machine.document.patch
    await #expect(
      throws: CommandError(
        "lane 1 (kick): 73728 hits in the 1024 loops after which it repeats: at most 65536 in a pattern; "
          + "move markers over fewer loops, or rotate by more")
    ) {
      try await desk.perform("step kick 9 x*8")
    }
    #expect(await desk.machine.document.patch == before)
    // Louder, or in another place, it is as much.
    try await desk.perform("step kick 8 +8")
    try await desk.perform("step kick 8 .")
    try await desk.perform("step kick 9 x*8")
    let after = await desk.machine.document.patch
    let loaded = try Patch(json: Array(after.json.utf8), file: "a.json")
    #expect(loaded.pattern.lanes == after.pattern.lanes)
  }

  @Test func `what all patterns take together is limited at each edit`() async throws {
    let settings = "kick [grid 4 beats tempered 16:16 0 to 1 over 31, turn 1]: "
    let costly = settings + Array(repeating: "X*8", count: 16).joined(separator: " ")
    var patterns: [Pattern] = []
    for name in ["a", "b", "c", "d"] {
      var pattern = try PatternNotation.pattern(costly)
      pattern.name = name
      patterns.append(pattern)
    }
    var patch = Patch()
    try patch.setPatterns(patterns)
    let desk = Desk(patch)
    try await desk.perform("pattern new e now")
    let before = await desk.machine.document.patch
    #expect(before.pattern.name == "e")
    await #expect(
      throws: CommandError(
        "317440 hits in lanes that repeat only after several loops (moving markers, rotating hits): "
          + "a patch has at most 262144")
    ) {
      try await desk.perform("paste \(costly)")
    }
    #expect(await desk.machine.document.patch == before)
    try await desk.perform("paste \(settings)xxxxxxxxxxxxxxxx")
    let after = await desk.machine.document.patch
    let loaded = try Patch(json: Array(after.json.utf8), file: "a.json")
    #expect(loaded.patterns.map(\.lanes) == after.patterns.map(\.lanes))
  }
}
