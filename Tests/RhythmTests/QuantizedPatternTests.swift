import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct QuantizedPatternTests {
  private static func hits(_ beats: [(Int64, Int64)], drum: Drum = .kick) -> [Hit] {
    beats.map { Hit(drum: drum, velocity: StepNotation.hit, beat: Beats($0.0, over: $0.1)) }
  }

  private static func row(_ pattern: Pattern, _ drum: Drum = .kick) -> String? {
    pattern.lane(of: drum).flatMap {
      StepNotation.text($0.steps, stepsPerBeat: pattern.stepsPerBeat)
    }
  }

  @Test func `straight hits become the coarsest grid that holds them all`() throws {
    let hits = Self.hits([(0, 1), (3, 4), (2, 1), (7, 2)])
    let kept = try #require(QuantizedPattern(hits, beats: 4))
    #expect(kept.pattern.stepsPerBeat == 4)
    #expect(Self.row(kept.pattern) == "x..x .... x... ..x.")
    #expect(kept.farthest == .zero && kept.mergedCount == 0)
  }

  @Test func `triplets become triplets`() throws {
    let hits = Self.hits([(0, 1), (2, 3), (4, 3), (11, 3)])
    let kept = try #require(QuantizedPattern(hits, beats: 4))
    #expect(kept.pattern.stepsPerBeat == 3)
    #expect(Self.row(kept.pattern) == "x.x .x. ... ..x")
  }

  @Test(arguments: [(4, 16), (8, 8), (12, 4), (16, 4), (20, 3), (32, 2), (64, 1)])
  func `loose hits take the finest grid of 64 steps at most`(beats: Int, stepsPerBeat: Int) throws {
    var chance = SplitMix64(seed: UInt64(beats))
    let hits = (0..<200).map { _ in
      Hit(
        drum: .closedHat, velocity: StepNotation.soft,
        beat: Beats(units: .random(in: 0..<Beats(Int64(beats)).units, using: &chance)))
    }
    let kept = try #require(QuantizedPattern(hits, beats: beats))
    #expect(kept.pattern.stepsPerBeat == stepsPerBeat)
    #expect(kept.pattern.length == Beats(Int64(beats)))
    #expect(kept.farthest <= Beats(1, over: Int64(2 * stepsPerBeat)))
    let steps = kept.pattern.hits.count
    #expect(steps + kept.mergedCount == 200)
  }

  @Test func `what lies before the loop or rounds to its end is at the other end`() throws {
    let kept = try #require(QuantizedPattern(Self.hits([(-1, 16), (255, 64)]), beats: 4))
    let steps = kept.pattern.lane(of: .kick)?.steps ?? []
    #expect(steps.indices.filter { steps[$0] != nil } == [0, 63])
  }

  @Test func `of two hits on a step the harder stays`() throws {
    let hits = [96, 120, 56].map {
      Hit(drum: .kick, velocity: Velocity(clamping: $0), beat: Beats(1))
    }
    let kept = try #require(QuantizedPattern(hits, beats: 4))
    #expect(kept.mergedCount == 2)
    #expect(kept.pattern.hits.map(\.velocity.value) == [120])
  }

  @Test(arguments: [0, 65, -1]) func `no loop is that long`(beats: Int) {
    #expect(QuantizedPattern([], beats: beats) == nil)
  }
}
