import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct GeneratingTests {
  private let kick = Voice(.kick)

  private func row(_ pattern: Pattern, _ drum: Drum = .kick) throws -> String {
    let lane = try #require(pattern.lane(of: drum))
    return lane.steps.map { $0 == nil ? "." : $0?.isAccented == true ? "X" : "x" }.joined()
  }

  @Test func `a rhythm that divides the lane is repeated`() throws {
    var pattern = try Pattern(rows: "kick xxxx .... .... ....\nsnare .... X... .... X...")
    let snare = pattern.lane(of: .snare)
    try pattern.generate(Euclid(3, in: 8, accents: 1), for: kick)
    #expect(try row(pattern) == "X..x..x.X..x..x.")
    #expect(pattern.lane(of: .kick)?.grid == nil)
    #expect(pattern.lane(of: .snare) == snare)
  }

  @Test func `another length gets a grid of its own at the same spacing`() throws {
    var pattern = try Pattern(rows: "snare .... X... .... X...")
    try pattern.generate(Euclid(5, in: 12), for: kick)
    #expect(try row(pattern) == "x..x.x..x.x.")
    #expect(pattern.lane(of: .kick)?.grid == (try Grid(count: 12, stepsPerBeat: 4)))
    #expect(pattern.grid == .sixteenths)
    try pattern.generate(Euclid(7, in: 24), for: kick)
    #expect(pattern.lane(of: .kick)?.grid?.length == Beats(6))
  }

  @Test func `a rhythm too long for any grid changes nothing`() throws {
    var pattern = try Pattern(grid: Grid(count: 2, in: Beats(1_000)))
    let before = pattern
    let rhythm = try Euclid(3, in: 8)
    #expect(throws: PatternError.grid(.length(Beats(4_000)))) {
      try pattern.generate(rhythm, for: kick)
    }
    #expect(pattern == before)
  }

  @Test func `the sixty-fifth lane is refused`() throws {
    let lanes = try (0..<64).map { note in
      Lane(try #require(Voice(note: note, channel: 0)), restingFor: 16)
    }
    var pattern = try Pattern(lanes: lanes)
    let rhythm = try Euclid(3, in: 8)
    #expect(throws: PatternError.laneCount(65)) { try pattern.generate(rhythm, for: kick) }
    #expect(throws: PatternError.laneCount(65)) {
      try pattern.setTurn(1, of: kick)
    }
    #expect(pattern.lanes.count == 64)
  }

  @Test func `density adds the heaviest and removes the lightest hits`() throws {
    var pattern = Pattern.empty
    var rows: [String] = []
    for density in [0.0, 0.0625, 0.125, 0.25, 0.5, 0.75, 1, 0.3125, 0] {
      try pattern.setDensity(#require(Density(density)), of: kick)
      rows.append(try row(pattern))
    }
    #expect(
      rows == [
        "................", "x...............", "x.......x.......", "x...x...x...x...",
        "x.x.x.x.x.x.x.x.", "xxx.xxx.xxx.xxx.", "xxxxxxxxxxxxxxxx", "x.x.x...x...x...",
        "................",
      ])
  }

  @Test func `existing hits are thinned, not rewritten`() throws {
    var pattern = try Pattern(rows: "kick X.o. ..x. .x.. ...x")
    let before = try #require(pattern.lane(of: .kick))
    try pattern.setDensity(#require(Density(3.0 / 16)), of: kick)
    let after = try #require(pattern.lane(of: .kick))
    #expect(try row(pattern) == "x.x...x.........")
    for (old, new) in zip(before.steps, after.steps) where new != nil { #expect(old == new) }
  }

  @Test func `a higher density has no fewer hits and contains those of a lower one`() throws {
    var chance = SplitMix64(seed: 41)
    for _ in 0..<10_000 {
      let grid = try GridTests.random(&chance)
      let steps = (0..<grid.count).map { _ in
        chance.once(in: 2) ? Step(.random(using: &chance)) : nil
      }
      let pattern = try Pattern(grid: grid, lanes: [Lane(drum: .kick, steps: steps)])
      let densities = [
        Double.random(in: 0...1, using: &chance), .random(in: 0...1, using: &chance),
      ]
      .sorted()
      let lanes = try densities.map { density in
        var changed = pattern
        try changed.setDensity(#require(Density(density)), of: kick)
        return try #require(changed.lane(of: .kick)).steps
      }
      let counts = lanes.map { lane in lane.count { $0 != nil } }
      let wanted = densities.map { Int(($0 * Double(grid.count)).rounded()) }
      let isNested = zip(lanes[0], lanes[1]).allSatisfy { $0 == nil || $0 == $1 }
      guard counts == wanted, isNested else {
        Issue.record("\(grid) \(densities)")
        return
      }
      // Lowering in two steps equals one step, and the same density changes nothing.
      var twice = pattern
      try twice.setDensity(#require(Density(densities[1])), of: kick)
      let between = twice
      try twice.setDensity(#require(Density(densities[1])), of: kick)
      guard twice == between else {
        Issue.record("\(grid) \(densities)")
        return
      }
    }
  }

  @Test func `thinning in two steps equals thinning in one`() throws {
    var chance = SplitMix64(seed: 42)
    for _ in 0..<10_000 {
      let grid = try GridTests.random(&chance)
      let full = Lane(drum: .kick, steps: grid.markers.map { _ in Step(.random(using: &chance)) })
      let pattern = try Pattern(grid: grid, lanes: [full])
      let less = Double.random(in: 0...1, using: &chance)
      let more = Double.random(in: less...1, using: &chance)
      var (once, twice) = (pattern, pattern)
      try once.setDensity(#require(Density(less)), of: kick)
      try twice.setDensity(#require(Density(more)), of: kick)
      try twice.setDensity(#require(Density(less)), of: kick)
      guard once == twice else {
        Issue.record("\(grid) \(more) \(less)")
        return
      }
    }
  }

  @Test func `a density must be 0 to 1`() {
    for number in [-0.01, 1.01, .nan, .infinity] { #expect(Density(number) == nil) }
  }
}

extension Velocity {
  fileprivate static func random(using chance: inout SplitMix64) -> Velocity {
    Velocity(clamping: Int.random(in: 1...127, using: &chance))
  }
}
