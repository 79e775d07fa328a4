import GhostnoteTesting
import Rhythm
import Testing

@testable import Control
@testable import LiveDrummer

/// What lasts of the drummer's when it is steered: what it played, and what it was primed with.
@Suite struct MachineKeepTests {
  private static func pattern() throws -> Pattern {
    try Pattern(rows: "kick x..x..x.....x...", name: "mine")
  }

  /// Another patch, whose drummer plays jazz.
  private static func shelf() throws -> InMemoryPatchStore {
    var patch = Patch(name: "x", pattern: try pattern())
    patch.drummer.isOn = true
    patch.drummer.style = "jazz"
    return InMemoryPatchStore(["x.json": patch])
  }

  /// A drummer that was asked to play, and is at rest.
  private static func desk() async throws -> Desk {
    let desk = Desk(Patch(pattern: try pattern()), shelf: try shelf())
    for line in ["tempo 300", "drummer on"] { try await desk.perform(line) }
    desk.play()
    return desk
  }

  /// Plays `blocks` blocks, 75 of them a beat, the drummer keeping up.
  private static func play(_ desk: Desk, blocks: Int) {
    for _ in 0..<blocks {
      desk.drummer.catchUp()
      desk.play()
    }
  }

  private static func isPrimed(_ desk: Desk) -> Bool {
    desk.drummer.ask { part in (0..<16).contains { part.plan.primer(at: $0) != nil } }
  }

  @Test(arguments: [
    ["drummer off"], ["drummer off", "drummer on"], ["drummer style jazz"],
    ["drummer style jazz", "undo"], ["load x.json"], ["stop", "drummer off"],
    ["stop", "drummer style jazz"],
  ])
  func `what was played can be kept whatever is asked for afterwards`(lines: [String])
    async throws
  {
    let desk = try await Self.desk()
    try await desk.perform("play")
    Self.play(desk, blocks: 21 * 75)
    try await desk.perform("keep 3")
    let kept = await desk.machine.document.patch.pattern.lanes
    try await desk.perform("undo")
    for line in lines {
      try await desk.perform(line)
      Self.play(desk, blocks: 4)
    }
    try await desk.perform("keep 3")
    #expect(await desk.machine.document.patch.pattern.lanes == kept)
    try await desk.perform("keep bar 3 third")
    let third = await desk.machine.document.patch.patterns.last
    #expect(third?.name == "third" && third?.lanes.isEmpty == false)
  }

  @Test func `a primer lasts while the drummer is steered at rest, and switched off and on`()
    async throws
  {
    let desk = try await Self.desk()
    let plain = desk.drummer.hits(inBar: 0)
    try await desk.perform("drummer prime pattern")
    let primed = desk.drummer.hits(inBar: 0)
    #expect(primed != plain && primed?.isEmpty == false)
    for line in ["drummer loudness 0.5", "drummer intensity 0.7", "drummer off", "drummer on"] {
      try await desk.perform(line)
      desk.play()
    }
    #expect(desk.drummer.hits(inBar: 0) == primed)
  }

  @Test(arguments: [false, true])
  func `a primer lasts when its patch is read again, and not when another is loaded`(
    isRolling: Bool
  ) async throws {
    let desk = try await Self.desk()
    try await desk.perform("drummer prime pattern")
    if isRolling {
      try await desk.perform("play")
      Self.play(desk, blocks: 100)
    }
    #expect(Self.isPrimed(desk))
    try await desk.perform("load x.json")
    #expect(!Self.isPrimed(desk))
    try await desk.perform("drummer prime pattern")
    try await desk.perform("drummer style funk")
    try await desk.perform("reload")
    #expect(Self.isPrimed(desk))
  }
}
