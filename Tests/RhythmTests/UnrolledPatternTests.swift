import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// The hits of several loops, which a humanising drummer plays.
@Suite struct UnrolledPatternTests {
  private func unrolled(_ text: String, turns: Int = 1) throws -> UnrolledPattern {
    let pattern = try PatternNotation.pattern(text)
    return UnrolledPattern(pattern, lanes: pattern.lanes, turns: turns)
  }

  /// Voice, loop and step of each hit, both counted from 1, and its beat.
  private func rows(_ unrolled: UnrolledPattern) -> [String] {
    unrolled.strokes.map { stroke in
      let number = stroke.number
      return "\(number.voice) \(number.loop + 1):\(number.step + 1) at \(stroke.hit.beat.fraction)"
    }
  }

  @Test(arguments: [
    (1, ["snare 1:5 at 1", "kick 1:9 at 2", "snare 1:13 at 3", "kick 1:1 at 47/12"]),
    (
      2,
      [
        "snare 1:5 at 1", "kick 1:9 at 2", "snare 1:13 at 3", "kick 2:1 at 47/12",
        "snare 2:5 at 5", "kick 2:9 at 6", "snare 2:13 at 7", "kick 1:1 at 95/12",
      ]
    ),
  ])
  func `a hit early on the first marker is at the end of the loop before`(
    turns: Int, expected: [String]
  ) throws {
    let unrolled = try unrolled(
      """
      kick: x@-1/12... .... x... ....
      snare: .... X... .... X...
      """, turns: turns)
    #expect(unrolled.span == Beats(4) * Int64(turns))
    #expect(rows(unrolled) == expected)
  }

  @Test func `a hit late on the last marker is in the loop after, and a ratchet may be in both`()
    throws
  {
    let unrolled = try unrolled("kick: x*2@-1/12... .... .... ...x@1/3")
    #expect(rows(unrolled) == ["kick 1:1 at 1/24", "kick 1:16 at 1/12", "kick 1:1 at 47/12"])
    #expect(unrolled.strokes.map { $0.number.ratchet } == [1, 0, 0])
  }

  @Test(arguments: [
    // Twice as fast, an offset is half as long.
    ("kick [ratio 2]: x@-1/12... .... .... ....", ["kick 2:1 at 47/24", "kick 1:1 at 95/24"]),
    // A bar of three beats is played four times until both begin together.
    (
      "grid: 16/4; kick [grid 12/4]: x@-1/12.. ... ... ...",
      ["kick 2:1 at 35/12", "kick 3:1 at 71/12", "kick 4:1 at 107/12", "kick 1:1 at 143/12"]
    ),
  ])
  func `the first hit of a lane with a speed or a grid of its own is at the end of all loops`(
    text: String, expected: [String]
  ) throws {
    let unrolled = try unrolled(text)
    #expect(rows(unrolled) == expected)
    #expect(unrolled.loopCounts == [Voice(.kick): expected.count])
  }

  @Test func `without a loop nothing is heard before the beginning or after the end`() throws {
    let unrolled = try unrolled("loop: off; kick: x@-1/12... .... x... ...x@1/3", turns: 2)
    #expect(unrolled.span == Beats(4))
    #expect(rows(unrolled) == ["kick 1:9 at 2"])
  }

  @Test(arguments: [true, false])
  func `a lane much faster than its pattern is unrolled as far as the limit goes`(loops: Bool)
    throws
  {
    let hits = Array(repeating: Step(StepNotation.hit), count: 256)
    var lanes = [Lane(drum: .kick, steps: hits), Lane(Voice(.snare), restingFor: 256)]
    for index in lanes.indices {
      lanes[index].grid = try Grid(count: 256, in: Beats(1, over: 64))
      lanes[index].ratio = try #require(SpeedRatio(64, over: 1))
    }
    let pattern = try Pattern(grid: Grid(count: 1, in: Beats(1)), loops: loops, lanes: lanes)
    let unrolled = UnrolledPattern(pattern, lanes: lanes, turns: 8, mostStrokes: 4_096)
    #expect(unrolled.strokes.count == 4_096)
    #expect(unrolled.loopCounts == [Voice(.kick): 16, Voice(.snare): 1])
  }

  @Test func `of a pattern that loops every hit is there once, and within the span`() throws {
    var chance = SplitMix64(seed: 71)
    for _ in 0..<300 {
      var pattern = Pattern.random(using: &chance)
      pattern.loops = true
      let unrolled = UnrolledPattern(
        pattern, lanes: pattern.lanes, turns: 2, mostStrokes: 2_000)
      var written = 0
      for lane in pattern.lanes {
        for loop in 0..<(unrolled.loopCounts[lane.voice] ?? 0) {
          written += pattern.strokes(of: lane, inLoop: loop).count
        }
      }
      let numbers = Set(unrolled.strokes.map { $0.number })
      guard numbers.count == min(written, 2_000), unrolled.strokes.count == numbers.count,
        unrolled.strokes.allSatisfy({ $0.hit.beat >= .zero && $0.hit.beat < unrolled.span })
      else {
        Issue.record("\(numbers.count) of \(written): \(PatternNotation.text(pattern))")
        return
      }
    }
  }
}
