import MusicalTime
import Rhythm
import Testing

/// Which step of a lane is at a beat of its pattern.
@Suite struct LaneStepsTests {
  private static func loop(_ text: String) throws -> LaneLoop {
    let pattern = try PatternNotation.pattern(text)
    return pattern.loop(of: try #require(pattern.lanes.first))
  }

  private static func beat(of hit: LaneHit, in loop: LaneLoop, number: Int) -> Beats {
    let position = loop.grid.length * Int64(number) + hit.place
    return Beats(units: loop.lane.ratio.patternUnits(ofLane: position.units))
  }

  @Test(arguments: [
    "kick: xxxx xxxx xxxx xxxx",
    "kick [ratio 3/2]: xxxx xxxx xxxx xxxx",
    "kick [turn 1, ratio √2]: xxxx xxxx xxxx xxxx",
    "kick [turn -3, ratio 1/64]: xxxx xxxx xxxx xxxx",
    "kick [grid 5/4, turn 2, ratio 64]: xxxxx",
    // The first marker is not where the loop begins.
    "kick [grid 2 beats: 1/3 1 3/2, turn 1]: xxx",
    // Markers that move, and steps that turn: the loops repeat after 24.
    "kick [grid 2 beats tempered 3:4(1,2,4) 0 to 1 over 8 sine, turn 1]: xx x",
  ])
  func `the step at the beat of a hit, and up to the next, is the one that was played`(
    text: String
  ) throws {
    let loop = try Self.loop(text)
    let hits = (0..<30).flatMap { number in
      loop.hits(inLoop: number).map { ($0, Self.beat(of: $0, in: loop, number: number)) }
    }
    for ((hit, beat), (_, next)) in zip(hits, hits.dropFirst()) {
      #expect(loop.step(at: beat) == hit.step)
      #expect(loop.step(at: next - Beats(units: 1)) == hit.step)
      #expect(loop.step(nearest: beat) == hit.step)
    }
  }

  @Test(arguments: [
    (Beats(1, over: 16), 0), (Beats(3, over: 16), 1), (Beats(1, over: 8), 0),
    // The first marker of the next loop, on which the hit of the last step falls.
    (Beats(61, over: 16), 15), (Beats(63, over: 16), 15), (Beats(65, over: 16), 15),
    (Beats(67, over: 16), 0),
  ])
  func `the nearest step is the earlier of two, and may be one of the next loop`(
    beat: Beats, step: Int
  ) throws {
    let loop = try Self.loop("kick [turn 1]: xxxx xxxx xxxx xxxx")
    #expect(loop.step(nearest: beat) == step)
  }

  @Test func `what was written before the pattern began is where the loops before would have it`()
    throws
  {
    let loop = try Self.loop("kick [turn 1]: xxxx xxxx xxxx xxxx")
    // One loop earlier the steps are one marker earlier.
    #expect(loop.step(at: Beats(-4)) == 1)
    #expect(loop.step(at: Beats(-1, over: 4)) == 0)
  }
}
