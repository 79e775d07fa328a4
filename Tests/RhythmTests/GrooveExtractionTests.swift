import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct GrooveExtractionTests {
  private func late(_ pattern: Pattern, _ drum: Drum, _ offsets: [Int: Beats]) throws -> Pattern {
    var changed = pattern
    for (step, offset) in offsets {
      var written = try #require(changed.lane(of: drum)?.steps[step])
      written.offset = offset
      try changed.set(step: step, of: Voice(drum), to: written)
    }
    return changed
  }

  @Test func `a pattern's offsets and velocities become warp and levels`() throws {
    let straight = try Pattern(rows: "closed-hat  x.x. x.o. x... x.x.")
    let played = try late(
      straight, .closedHat, [2: Beats(1, over: 48), 6: Beats(1, over: 24), 14: Beats(-1, over: 96)])
    let groove = try Groove(name: "mine", of: played)
    #expect(groove.warp.period == Beats(4))
    #expect(groove.warp.warped(Beats(1, over: 2)) == Beats(25, over: 48))
    #expect(groove.warp.warped(Beats(3, over: 2)) == Beats(37, over: 24))
    #expect(groove.warp.warped(Beats(7, over: 2)) == Beats(335, over: 96))
    #expect(groove.warp.warped(Beats(2)) == Beats(2))
    // Only the seventh step is softer: 56 against 96.
    #expect(
      groove.levels == [
        Groove.Level(.zero, factor: 1), Groove.Level(Beats(3, over: 2), factor: 56.0 / 96),
        Groove.Level(Beats(2), factor: 1),
      ])
  }

  @Test func `an extracted groove moves a straight pattern to where the played one is`() throws {
    var chance = SplitMix64(seed: 8)
    for _ in 0..<1_000 {
      let straight = try Pattern(rows: "snare  x.xx xxx.")
      var offsets: [Int: Beats] = [:]
      for step in [2, 3, 4, 5, 6] {
        offsets[step] = Beats(units: .random(in: -300_000...300_000, using: &chance))
      }
      let played = try late(straight, .snare, offsets)
      let groove = try Groove(name: "", of: played)
      #expect(
        straight.hits.map { groove.warp.warped($0.beat) } == played.hits.map(\.beat).sorted())
    }
  }

  @Test func `time is counted from a late first step`() throws {
    let third = Beats(1, over: 48)
    let played = try late(Pattern(rows: "kick  x.x."), .kick, [0: third, 2: third])
    #expect(try Groove(name: "", of: played).warp.isIdentity)
  }

  @Test func `an uneven grid is a groove by itself`() throws {
    let grid = try Grid(
      length: Beats(2), markers: [Marker(.zero), Marker(Beats(3, over: 2))])
    let steps: [Step?] = [Step(StepNotation.hit), Step(StepNotation.hit)]
    let pattern = try Pattern(grid: grid, lanes: [Lane(drum: .kick, steps: steps)])
    #expect(try Groove(name: "", of: pattern).warp.warped(Beats(1)) == Beats(3, over: 2))
  }

  @Test func `silence and crossing offsets are refused with the reason`() throws {
    #expect(throws: GrooveError.silence) { try Groove(name: "", of: .empty) }
    let crossed = try late(
      Pattern(rows: "kick  xx.."), .kick, [0: Beats(1, over: 4), 1: Beats(-1, over: 4)])
    #expect(throws: GrooveError.crossing(marker: 1, Beats(-1, over: 4))) {
      try Groove(name: "", of: crossed)
    }
    #expect(throws: GrooveError.silence) { try Groove(name: "", of: [], barLength: Beats(4)) }
    let sample = Groove.Sample(.zero, StepNotation.hit)
    #expect(throws: GrooveError.period(.zero)) {
      try Groove(name: "", of: [sample], barLength: .zero)
    }
  }

  @Test func `the medians on the nearest sixteenths are extracted from a file`() throws {
    let hit = StepNotation.hit
    let soft = Velocity(clamping: 48)
    // Three bars: the off-beat is late by 1, 2 and 9 hundredths; the outlier has no effect.
    let samples: [Groove.Sample] = [1, 2, 9].flatMap { late in
      [
        Groove.Sample(.zero, hit), Groove.Sample(Beats(50 + late, over: 100), soft),
        Groove.Sample(Beats(3), hit),
      ]
    }
    let groove = try Groove(name: "file", of: samples, barLength: Beats(4))
    #expect(groove.warp.warped(Beats(1, over: 2)) == Beats(52, over: 100))
    #expect(groove.warp.warped(Beats(3)) == Beats(3))
    #expect(groove.levels.map(\.factor) == [1, 0.5, 1])
    #expect(groove.levels.map(\.beat) == [.zero, Beats(1, over: 2), Beats(3)])
  }

  @Test func `a hit just before the bar line belongs to the next bar's first sixteenth`() throws {
    let hit = StepNotation.hit
    let samples = [
      Groove.Sample(Beats(399, over: 100), hit), Groove.Sample(Beats(199, over: 100), hit),
    ]
    // Both are early by the same amount: relative to the first the deviation is 0.
    #expect(try Groove(name: "", of: samples, barLength: Beats(4)).warp.isIdentity)
  }

  @Test func `any hits make a valid groove`() throws {
    var chance = SplitMix64(seed: 9)
    var failures = 0
    for _ in 0..<10_000 {
      let samples = (0..<Int.random(in: 1...12, using: &chance)).map { _ in
        Groove.Sample(
          Beats(units: .random(in: 0..<5_765_760, using: &chance)),
          Velocity(clamping: .random(in: 1...127, using: &chance)))
      }
      let groove = try Groove(name: "", of: samples, barLength: Beats(2))
      let isInRange = groove.levels.allSatisfy { (0...2).contains($0.factor) }
      if groove.warp.period != Beats(2) || !isInRange { failures += 1 }
    }
    #expect(failures == 0)
  }
}
