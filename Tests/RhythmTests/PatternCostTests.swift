import GhostnoteTesting
import MusicalTime
import Testing

@testable import Rhythm

/// How many hits may have to be put in order at one time, beside a count of each.
@Suite struct PatternCostTests {
  /// A pattern whose lanes have the same steps and different voices.
  private static func pattern(
    of count: Int, _ steps: [Step?], on grid: Grid, change: (inout Lane) -> Void = { _ in }
  ) throws -> Pattern {
    let lanes = try (0..<count).map { note in
      var lane = Lane(try #require(Voice(note: note, channel: 0)), steps: steps)
      change(&lane)
      return lane
    }
    return try Pattern(grid: grid, lanes: lanes)
  }

  /// The largest number of such lanes that a pattern takes, of 64.
  private static func accepted(
    _ steps: [Step?], on grid: Grid, change: (inout Lane) -> Void = { _ in }
  ) -> Int {
    Array(1...64).partitioningIndex {
      (try? pattern(of: $0, steps, on: grid, change: change)) == nil
    }
  }

  private static func step(offset: Beats = .zero, ratchet: Int = 8) throws -> Step {
    var step = Step(Velocity(clamping: 100))
    step.ratchet = try #require(Ratchet(count: ratchet))
    step.offset = offset
    return step
  }

  @Test func `hits that are never moved cost nothing`() throws {
    let grid = try Grid(count: 256, stepsPerBeat: 16)
    let steps = Array(repeating: try Self.step(), count: 256)
    #expect(Self.accepted(steps, on: grid) == 64)
    let fast = Self.accepted(steps, on: grid) { $0.ratio = SpeedRatio(16) ?? .one }
    #expect(fast == 64)
  }

  @Test func `the lane that is one too many is named`() throws {
    let grid = try Grid(count: 256, stepsPerBeat: 16)
    var steps = Array(repeating: try Self.step(), count: 256)
    steps[7] = try Self.step(offset: Beats(1))
    steps[200] = try Self.step(offset: Beats(-1))
    // Two beats have 33 markers of eight hits, and those of the marker before: 272, and 30 of them 8,160.
    #expect(Self.accepted(steps, on: grid) == 30)
    let error = #expect(throws: PatternError.self) { try Self.pattern(of: 40, steps, on: grid) }
    #expect(error == .strokesAhead(try #require(Voice(note: 30, channel: 0)), lane: 30))
  }

  @Test(arguments: [
    // 25 ms each way at 300 bpm are an eighth of a beat there and back, a quarter: five markers and one, 48.
    (25.0, 1.0, 64), (50, 1, 64),
    // In a lane of another speed they are as much more of its own beats.
    (50, 4, 30), (50, 2, 56), (25, 8, 30),
  ])
  func `looseness reaches farther the faster a lane is`(
    milliseconds: Double, ratio: Double, most: Int
  ) throws {
    let grid = try Grid(count: 256, stepsPerBeat: 16)
    let steps = Array(repeating: try Self.step(), count: 256)
    let looseness = try #require(Looseness(milliseconds: milliseconds, velocity: 0))
    let speed = try #require(SpeedRatio(ratio))
    let found = Self.accepted(steps, on: grid) { ($0.looseness, $0.ratio) = (looseness, speed) }
    #expect(found == most)
  }

  /// The largest number of hits that begin within a stretch, of all that begin with one.
  private static func most(_ steps: [Step?], on grid: Grid, within stretch: Beats) -> Int {
    var places: [Double] = []
    let loops = Int64(stretch.dividedRoundingDown(by: grid.length)) + 2
    let beats = grid.markers.map(\.beat) + [grid.length]
    for loop in 0..<loops {
      for (index, step) in steps.enumerated() {
        guard let count = step?.ratchet.count else { continue }
        let gap = (beats[index + 1] - beats[index]).inBeats
        let start = (beats[index] + grid.length * loop).inBeats
        places += (0..<count).map { start + gap * Double($0) / Double(count) }
      }
    }
    let inFirst = places.count / Int(loops)
    return (0..<inFirst).map { first in
      let end = places[first] + stretch.inBeats
      return places[first...].partitioningIndex { $0 > end } - first
    }.max() ?? 0
  }

  @Test(arguments: 0..<20)
  func `no pattern has more hits at one time than the limit, nor is one refused for less`(
    seed: UInt64
  ) throws {
    var chance = SplitMix64(seed: 50 + seed)
    let length = Beats(Int64.random(in: 1...8, using: &chance))
    var places: Set<Int64> = []
    while places.count < 256 {
      places.insert(.random(in: 0..<length.units / 512, using: &chance) * 512)
    }
    let grid = try Grid(
      length: length, markers: places.sorted().map { Marker(Beats(units: $0), amplitude: 1) })
    var steps = try (0..<256).map { _ in
      try chance.once(in: 3) ? nil : Self.step(ratchet: .random(in: 1...8, using: &chance))
    }
    let (early, late) = (
      Beats(units: .random(in: 0...Beats.unitsPerBeat, using: &chance)),
      Beats(units: .random(in: 0...Beats.unitsPerBeat, using: &chance))
    )
    steps[3] = try Self.step(offset: .zero - early)
    steps[9] = try Self.step(offset: late)
    let most = Self.most(steps, on: grid, within: early + late)
    let found = Self.accepted(steps, on: grid)
    // The marker before, and the last one within, count as a whole: eight hits each.
    #expect(found <= min(8_192 / most, 64))
    #expect(found >= min(8_192 / (most + 16), 64))
  }
}
