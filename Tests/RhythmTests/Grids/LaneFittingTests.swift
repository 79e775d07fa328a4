import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct LaneFittingTests {
  private let kick = Voice(.kick)

  private func music() throws -> Pattern {
    try Pattern(
      rows: """
        kick   X... x... X..x ...x
        snare  .... X... .... X...
        """, name: "Rock")
  }

  private func row(_ pattern: Pattern, _ drum: Drum) -> String? {
    pattern.lane(of: drum).flatMap { StepNotation.text($0.steps) }
  }

  @Test func `on a shorter grid hits keep their numbers, and removed ones are reported`() throws {
    var pattern = try music()
    pattern.accent = 7
    let (fitted, fallen) = try pattern.refitted(to: Grid(named: "triplets"))
    #expect(row(fitted, .kick) == "X...x...X..x")
    #expect(row(fitted, .snare) == "....X.......")
    #expect(
      fallen == [FallenHit(voice: kick, step: 15), FallenHit(voice: Voice(.snare), step: 12)])
    #expect(fitted.name == "Rock")
    #expect(fitted.accent == 7)
  }

  @Test func `on a longer grid rests are added, and the way back loses nothing`() throws {
    var chance = SplitMix64(seed: 51)
    for _ in 0..<1_000 {
      let pattern = try music()
      let count = Int.random(in: 16...60, using: &chance)
      let (longer, fallen) = try pattern.refitted(to: Grid(count: count, in: Beats(4)))
      let (back, lost) = try longer.refitted(to: .sixteenths)
      #expect(fallen.isEmpty && lost.isEmpty)
      #expect(back == pattern)
    }
  }

  @Test func `every hit is kept or reported`() throws {
    var chance = SplitMix64(seed: 52)
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &chance)
      let steps = (0..<count).map { _ in chance.once(in: 2) ? Step(StepNotation.hit) : nil }
      let pattern = try Pattern(stepCount: count, lanes: [Lane(drum: .kick, steps: steps)])
      let (fitted, fallen) = try pattern.refitted(
        to: Grid(count: Int.random(in: 1...12, using: &chance), stepsPerBeat: 3))
      let kept = fitted.lanes[0].steps.indices.filter { fitted.lanes[0].steps[$0] != nil }
      guard kept + fallen.map(\.step) == steps.indices.filter({ steps[$0] != nil }) else {
        Issue.record("\(steps) on \(fitted.grid)")
        return
      }
    }
  }

  @Test func `a lane with a grid of its own does not change with the pattern's`() throws {
    var pattern = try music()
    let tresillo = try Grid(named: "tresillo")
    let fallen = try pattern.setGrid(tresillo, of: kick)
    #expect(fallen.map(\.step) == [4, 8, 11, 15])
    #expect(row(pattern, .kick) == "X..")
    let (fitted, _) = try pattern.refitted(to: Grid(named: "5"))
    #expect(fitted.lane(of: .kick) == pattern.lane(of: .kick))
    #expect(row(fitted, .snare) == "....X")
    var back = fitted
    #expect(try back.setGrid(nil, of: kick).isEmpty)
    #expect(back.lane(of: .kick)?.grid == nil)
    #expect(row(back, .kick) == "X....")
  }

  @Test func `a lane's settings are independent, and a new lane is empty`() throws {
    var pattern = try music()
    let snare = pattern.lane(of: .snare)
    let ratio = try #require(SpeedRatio("√2"))
    let looseness = try #require(Looseness(milliseconds: 5, velocity: 10))
    try pattern.setRatio(ratio, of: kick)
    try pattern.setTurn(-3, of: kick)
    try pattern.setLooseness(looseness, of: kick)
    try pattern.setMuteGroup(8, of: kick)
    let lane = try #require(pattern.lane(of: .kick))
    #expect(
      (lane.ratio, lane.turn, lane.looseness, lane.muteGroup) == (ratio, -3, looseness, 8))
    #expect(lane.steps == (try music()).lane(of: .kick)?.steps)
    #expect(pattern.lane(of: .snare) == snare)
    try pattern.setMuteGroup(9, of: kick)
    #expect(pattern.lane(of: .kick)?.muteGroup == nil)
    try pattern.setTurn(1_000, of: kick)
    #expect(pattern.lane(of: .kick)?.turn == 255)
    try pattern.setTurn(1, of: Voice(.ride))
    #expect(pattern.lane(of: .ride)?.steps == Array(repeating: nil, count: 16))
  }

  @Test(arguments: [
    // Twelfths of a beat. The third grid has as many markers as the pattern, but another length.
    ("12/3", "x..X.o..x..x", [0, 12, 20, 32, 44]), ("12/4", "x..X.o..x..x", [0, 9, 15, 24, 33]),
    ("16/3", "x..X.o..x..x...X", [0, 12, 20, 32, 44, 60]), ("tresillo", "xoX", [0, 9, 18]),
  ])
  func `a lane copied from another grid keeps it, and sounds as it did`(
    grid: String, steps: String, twelfths: [Int]
  ) throws {
    let origin = try Pattern(
      grid: Grid(named: grid), lanes: [Lane(drum: .ride, steps: StepNotation.steps(steps))])
    let lane = try #require(origin.lane(of: .ride))
    var pattern = try music()
    try pattern.copy(lane, of: origin, to: kick)
    let copy = try #require(pattern.lane(of: .kick))
    #expect(copy.grid == origin.grid)
    #expect(copy.steps == lane.steps)
    #expect(pattern.strokes(of: copy).map(\.beat) == twelfths.map { Beats(Int64($0), over: 12) })
    #expect(pattern.grid == .sixteenths)
    #expect(pattern.lane(of: .snare) == (try music()).lane(of: .snare))
  }

  @Test func `a copied lane keeps a grid of its own, but has none where it is the pattern's`()
    throws
  {
    let tresillo = try Grid(named: "tresillo")
    let steps = try StepNotation.steps("X.x. ..o. x... x.o.")
    let origin = try Pattern(
      grid: Grid(named: "triplets"),
      lanes: [
        Lane(Voice(.ride), steps: steps, grid: .sixteenths),
        Lane(Voice(.clap), steps: [nil, Step(StepNotation.hit), nil], grid: tresillo),
      ])
    var pattern = try music()
    for lane in origin.lanes { try pattern.copy(lane, of: origin, to: lane.voice) }
    #expect(pattern.lane(of: .ride) == Lane(drum: .ride, steps: steps))
    #expect(pattern.lane(of: .clap) == origin.lane(of: .clap))
    let snare = try #require(pattern.lane(of: .snare))
    try pattern.copy(snare, of: pattern, to: kick)
    #expect(pattern.lane(of: .kick) == Lane(drum: .kick, steps: snare.steps))
  }
}
