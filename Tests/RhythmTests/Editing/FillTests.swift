import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct FillTests {
  private func filled(_ rows: String, _ code: String, _ numbers: [Int]? = nil) throws -> Pattern {
    var edited = EditedPattern(
      try Pattern(rows: rows), numbers.map { Selection(.markers, $0) })
    try edited.fill(try ClipCode(code), seed: 1)
    return edited.pattern
  }

  @Test func `clips are written to the lanes of their voices, which are added`() throws {
    #expect(
      try filled("kick ........", "1*2 -*1 2")
        == Pattern(
          rows: """
            kick   xx..xx..
            snare  ...x...x
            """))
  }

  @Test func `hits of other clips are removed, and other voices stay`() throws {
    #expect(
      try filled(
        """
        kick   XXXX
        snare  X.X.
        splash xxxx
        """, "2 -")
        == Pattern(
          rows: """
            kick    ....
            snare   x.x.
            splash  xxxx
            """))
  }

  @Test func `a code applies to the selected markers in order`() throws {
    #expect(
      try filled("kick XXXXXXXX", "- 1", [1, 3, 4, 7])
        == Pattern(rows: "kick X.Xx.XXx"))
  }

  @Test func `a plus extends into the next selected marker`() throws {
    let pattern = try filled("kick ........", "1 +*2 -")
    let steps = try #require(pattern.lane(of: .kick)).steps
    #expect(steps.map { $0?.hold } == [2, nil, nil, nil, 2, nil, nil, nil])
    #expect(
      pattern.strokes(of: try #require(pattern.lane(of: .kick))).map(\.duration) == [
        Beats(3, over: 4), Beats(3, over: 4),
      ])
    let apart = try filled("kick ........", "1 +", [0, 4])
    #expect(apart.lane(of: .kick)?.steps[0]?.hold == 4)
  }

  @Test func `a question mark chooses a random clip, the same for the same seed`() throws {
    let code = try ClipCode("?")
    let patterns = try (0..<20).map { (seed: UInt64) in
      var edited = EditedPattern(.empty)
      try edited.fill(code, seed: seed)
      return edited.pattern
    }
    #expect(Set(patterns).count == 20)
    for (seed, pattern) in patterns.enumerated() {
      var again = EditedPattern(.empty)
      try again.fill(code, seed: UInt64(seed))
      #expect(again.pattern == pattern)
      #expect((0..<16).allSatisfy { step in pattern.lanes.count { $0.steps[step] != nil } == 1 })
    }
    let drawn = Set(patterns.flatMap { pattern in pattern.lanes.map(\.voice) })
    #expect(drawn == Set(Clip.standard.compactMap { $0?.voice }))
  }

  @Test func `a clip may be any note on any channel`() throws {
    var edited = EditedPattern(try Pattern(rows: "kick ...."))
    let voice = try #require(Voice(note: 64, channel: 2))
    try edited.setClip(3, to: Clip(voice))
    try edited.fill(try ClipCode("4 - - -"), seed: 0)
    #expect(edited.pattern.lane(of: voice)?.steps[0] == Step(StepNotation.hit))
  }

  @Test func `an invalid fill is refused with its position and changes nothing`() throws {
    var edited = EditedPattern(try Pattern(rows: "kick X..."))
    try edited.setClip(1, to: nil)
    let before = edited
    #expect(throws: EditError.emptyClip(1, column: 2)) {
      try edited.fill(try ClipCode("1 2"), seed: 0)
    }
    #expect(throws: EditError.nothingToHold(column: 0)) {
      try edited.fill(try ClipCode("+ 1"), seed: 0)
    }
    #expect(throws: EditError.nothingToHold(column: 4)) {
      try edited.fill(try ClipCode("1 - +"), seed: 0)
    }
    #expect(throws: EditError.noClip(16)) { try edited.setClip(16, to: nil) }
    #expect(edited == before)
    for clip in 0..<16 { try edited.setClip(clip, to: nil) }
    #expect(throws: EditError.noClips) { try edited.fill(try ClipCode("?"), seed: 0) }
  }

  @Test func `on a lane's own grid, other voices get that grid unless they have another`() throws {
    let grid = try Grid(length: Beats(2), markers: [Marker(.zero), Marker(Beats(2, over: 3))])
    let pattern = try Pattern(
      stepCount: 4,
      lanes: [
        Lane(Voice(.kick), steps: [nil, nil], grid: grid),
        Lane(Voice(.closedHat), restingFor: 4),
      ])
    var edited = EditedPattern(pattern, Selection(.markers, 0..<2, ofLane: Voice(.kick)))
    try edited.fill(try ClipCode("1 2"), seed: 0)
    #expect(edited.pattern.lane(of: .snare)?.grid == grid)
    #expect(edited.pattern.lane(of: .snare)?.steps == [nil, Step(StepNotation.hit)])
    #expect(throws: EditError.otherGrid(Voice(.closedHat))) {
      try edited.fill(try ClipCode("3"), seed: 0)
    }
  }

  @Test func `drawing writes one hit and keeps the rest`() throws {
    var edited = EditedPattern(try Pattern(rows: "kick X..."))
    try edited.draw(clip: 1, at: 0, StepNotation.soft, seed: 0)
    try edited.draw(clip: 0, at: 3, seed: 0)
    #expect(
      try edited.pattern
        == Pattern(
          rows: """
            kick   X..x
            snare  o...
            """))
    #expect(throws: EditError.noMarker(4, count: 4)) { try edited.draw(clip: 0, at: 4, seed: 0) }
    #expect(throws: EditError.noMarker(-1, count: 4)) { try edited.draw(clip: 0, at: -1, seed: 0) }
    #expect(throws: EditError.noClip(99)) { try edited.draw(clip: 99, at: 0, seed: 0) }
    try edited.draw(clip: nil, at: 2, seed: 5)
    #expect(edited.pattern.lanes.count { $0.steps[2] != nil } == 1)
  }
}
