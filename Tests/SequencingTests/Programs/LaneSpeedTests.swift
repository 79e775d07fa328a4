import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct LaneSpeedTests {
  private static func beats(_ lane: Lane, to end: Beats) throws -> [Beats] {
    var patch = Patch()
    patch.pattern = try Pattern(stepCount: 16, stepsPerBeat: 4, lanes: [lane])
    return Program(patch).cues(from: .zero, to: end).map(\.beat)
  }

  private static func hits(_ row: String) throws -> [Step?] { try StepNotation.steps(row) }

  @Test func `a lane of five beside one of sixteen comes round by itself`() throws {
    let lane = Lane(
      Voice(.cowbell), steps: try Self.hits("x...."),
      grid: try Grid(count: 5, stepsPerBeat: 4))
    #expect(
      try Self.beats(lane, to: Beats(8))
        == (0..<7).map { Beats(5, over: 4) * $0 })
  }

  @Test func `three against two falls where it must`() throws {
    var lane = Lane(drum: .kick, steps: try Self.hits("x...x...x...x..."))
    lane.ratio = try #require(SpeedRatio(3, over: 2))
    #expect(try Self.beats(lane, to: Beats(4)) == (0..<6).map { Beats(2, over: 3) * $0 })
  }

  @Test func `a lane at √2 never drifts: each hit is rounded once, even after a million loops`()
    throws
  {
    var lane = Lane(
      Voice(.kick), steps: try Self.hits("x"), grid: try Grid(count: 1, stepsPerBeat: 1))
    lane.ratio = try #require(SpeedRatio("√2"))
    var patch = Patch()
    patch.pattern = try Pattern(stepCount: 16, stepsPerBeat: 4, lanes: [lane])
    let program = Program(patch)
    for loop: Int64 in [0, 1, 2, 7, 1_000, 1_000_000] {
      // n/√2 beats: the root of n²/2 in units.
      let square = Int128(loop) * Int128(loop) * Int128(Beats.unitsPerBeat * Beats.unitsPerBeat) / 2
      let near = program.cues(
        from: Beats(units: Self.root(square) - 100), to: Beats(units: Self.root(square) + 100))
      let found = try #require(near.first)
      #expect(near.count == 1 && abs(found.beat.units - Self.root(square)) <= 1)
    }
  }

  private static func root(_ square: Int128) -> Int64 {
    var root = Int128(Double(square).squareRoot())
    while root * root > square { root -= 1 }
    while (root + 1) * (root + 1) <= square { root += 1 }
    return Int64(root)
  }

  @Test func `a necklace turns a step further with each loop`() throws {
    var lane = Lane(
      Voice(.kick), steps: try Self.hits("x..."), grid: try Grid(count: 4, stepsPerBeat: 4))
    lane.turn = 1
    #expect(
      try Self.beats(lane, to: Beats(4)) == (0..<4).map { Beats($0) + .sixteenth * $0 })
    lane.turn = -1
    #expect(
      try Self.beats(lane, to: Beats(2)) == [.zero, Beats(7, over: 4)])
  }

  @Test func `ratchets divide the way to the next marker, rising to the last`() throws {
    var step = Step(Velocity(clamping: 60))
    step.ratchet = try #require(Ratchet(count: 3, slope: 40))
    var patch = Patch()
    patch.pattern = try Pattern(
      grid: try Grid(length: Beats(2), markers: [Marker(.zero), Marker(Beats(3, over: 2))]),
      lanes: [Lane(drum: .snare, steps: [step, nil])])
    let cues = Program(patch).cues(from: .zero, to: Beats(2))
    #expect(cues.map(\.beat) == [.zero, Beats(1, over: 2), Beats(1)])
    #expect(cues.map(\.velocity.value) == [60, 80, 100])
  }

  @Test func `amplitude and accent make velocity, and silence is not a hit`() throws {
    var loud = Step(Velocity(clamping: 100))
    loud.isAccented = true
    let plain = Step(Velocity(clamping: 100))
    var patch = Patch()
    patch.pattern = try Pattern(
      grid: try Grid(
        length: Beats(3),
        markers: [Marker(.zero), Marker(Beats(1), amplitude: 0.5), Marker(Beats(2), amplitude: 0)]),
      lanes: [Lane(drum: .snare, steps: [loud, plain, plain])])
    let cues = Program(patch).cues(from: .zero, to: Beats(3))
    #expect(cues.map(\.velocity.value) == [124, 50])
  }

  @Test func `a held note lasts to the end of the marker it is held through, groove and all`()
    throws
  {
    var step = Step(Velocity(clamping: 100))
    step.hold = 2
    let voice = try #require(Voice(note: 60, channel: 0))
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 2, lanes: [Lane(voice, steps: [nil, step, nil, nil])])
    #expect(Program(patch).cues(from: .zero, to: Beats(2)).map(\.duration) == [Beats(3, over: 2)])
    let swing = try #require(
      Warp(period: Beats(1), [Warp.Point(Beats(1, over: 2), Beats(2, over: 3))]))
    patch.groove = GrooveUse(Groove(name: "", warp: swing))
    let swung = try #require(Program(patch).cues(from: .zero, to: Beats(2)).first)
    #expect(swung.beat == Beats(2, over: 3) && swung.duration == Beats(4, over: 3))
  }
}
