import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct PatternTests {
  @Test func `hits are sorted by beat and then by drum`() throws {
    let pattern = try Pattern(
      rows: """
        closedhat  o.x.
        kick       X..x
        """)
    let quarter = Beats(1, over: 4)
    #expect(
      pattern.hits == [
        Hit(drum: .kick, velocity: StepNotation.accent, beat: .zero),
        Hit(drum: .closedHat, velocity: StepNotation.soft, beat: .zero),
        Hit(drum: .closedHat, velocity: StepNotation.hit, beat: quarter * 2),
        Hit(drum: .kick, velocity: StepNotation.hit, beat: quarter * 3),
      ])
  }

  @Test func `a muted lane is silent`() throws {
    let pattern = try Pattern(
      rows: """
        kick     x...
        snare:m  ..x.
        """)
    #expect(pattern.hits.map(\.drum) == [.kick])
  }

  @Test func `soloed lanes sound alone, and mute overrides solo`() throws {
    let pattern = try Pattern(
      rows: """
        kick      x...
        snare:s   ..x.
        clap:s    ...x
        crash:sm  x...
        """)
    #expect(pattern.audibleLanes.map(\.voice.drum) == [.snare, .clap])
  }

  @Test func `a lane that is both soloed and muted still silences the others`() throws {
    let pattern = try Pattern(
      rows: """
        kick      x...
        crash:sm  x...
        """)
    #expect(pattern.hits.isEmpty)
  }

  @Test(arguments: 1...64) func `length and steps are exact on every grid`(count: Int) throws {
    for perBeat in Pattern.stepsPerBeatRange {
      let pattern = try Pattern(stepCount: count, stepsPerBeat: perBeat)
      #expect(pattern.length * Int64(perBeat) == Beats(Int64(count)))
      let found = (0..<count).map { step in
        // One unit before the next step is still this step, in any loop.
        let last = pattern.beat(ofStep: step + 1) - Beats(units: 1)
        return [pattern.beat(ofStep: step), last + pattern.length * 3, last - pattern.length]
          .map(pattern.step(at:))
      }
      #expect(found == (0..<count).map { [$0, $0, $0] })
    }
  }

  @Test func `setting a step adds a missing lane`() throws {
    var pattern = try Pattern(rows: "kick x...")
    try pattern.set(step: 2, of: .snare, to: StepNotation.accent)
    #expect(
      try pattern
        == Pattern(
          rows: """
            kick   x...
            snare  ..X.
            """))
  }

  @Test func `clearing a step keeps the lane, and adds none`() throws {
    var pattern = try Pattern(rows: "kick x...")
    try pattern.set(step: 0, of: .kick, to: nil)
    try pattern.set(step: 0, of: .snare, to: nil)
    #expect(try pattern == Pattern(rows: "kick ...."))
  }

  @Test func `muting, soloing and removing only change that lane`() throws {
    var pattern = try Pattern(
      rows: """
        kick   x...
        snare  ..x.
        clap   ...x
        """)
    try pattern.setMuted(true, of: Voice(.kick))
    try pattern.setSoloed(true, of: Voice(.snare))
    pattern.removeLane(of: Voice(.clap))
    #expect(
      try pattern
        == Pattern(
          rows: """
            kick:m   x...
            snare:s  ..x.
            """))
  }

  @Test func `invalid values are refused and change nothing`() throws {
    var pattern = try Pattern(rows: "kick x...")
    let before = pattern
    #expect(throws: PatternError.step(4, stepCount: 4)) {
      try pattern.set(step: 4, of: .kick, to: StepNotation.hit)
    }
    #expect(throws: PatternError.step(-1, stepCount: 4)) {
      try pattern.set(step: -1, of: .kick, to: nil)
    }
    #expect(throws: PatternError.noLane(Voice(.snare))) {
      try pattern.setMuted(true, of: Voice(.snare))
    }
    #expect(throws: PatternError.noLane(Voice(.snare))) {
      try pattern.setSoloed(true, of: Voice(.snare))
    }
    #expect(pattern == before)
    #expect(throws: PatternError.grid(.markerCount(257))) { try Pattern(stepCount: 257) }
    #expect(throws: PatternError.grid(.stepsPerBeat(0))) { try Pattern(stepsPerBeat: 0) }
    #expect(throws: StepRowsError.pattern(.secondLane(Voice(.kick), lane: 1))) {
      try Pattern(rows: "kick x...\nkick x...")
    }
    #expect(throws: StepRowsError.pattern(.laneLength(3, Voice(.snare), lane: 1, stepCount: 4))) {
      try Pattern(rows: "kick x...\nsnare x..")
    }
  }

  @Test func `messages count from one`() {
    #expect(
      PatternError.laneLength(17, Voice(.snare), lane: 2, stepCount: 16).description
        == "lane 3 (snare), step 17: a pattern of 16 steps ends at 16")
    #expect(
      PatternError.laneLength(15, Voice(.snare), lane: 2, stepCount: 16).description
        == "lane 3 (snare): it has 15 of 16 steps; add rests (.)")
    #expect(
      PatternError.step(16, stepCount: 16).description
        == "step 17: a pattern of 16 steps has steps 1–16")
  }
}
