import GhostnoteTesting
import Rhythm
import Testing

@Suite struct PatternGridTests {
  @Test func `lanes are aligned with their beats, and the playhead points at a step`() throws {
    let pattern = try Pattern(
      rows: """
        kick       X... ..x. X... ....
        snare:m    .... X... .... X..o
        closedhat  x.o. x.o. x.o. x.o.
        """)
    #expect(
      PatternGrid.drawing(of: pattern, playhead: 6) == """
                    1    2    3    4
        kick        X...|..x.|X...|....
        snare     m ....|X...|....|X..o
        closedhat   x.o.|x.o.|x.o.|x.o.
                           ^
        """)
  }

  @Test func `triplets are grouped by three and solo is marked`() throws {
    let pattern = try Pattern(rows: "ride:s x..x.ox", stepsPerBeat: 3)
    #expect(
      PatternGrid.drawing(of: pattern) == """
               1   2   3
        ride s x..|x.o|x
        """)
  }

  @Test func `any velocity shows the nearest mark`() throws {
    let velocities = [1, 75, 76, 107, 108, 127].map { Velocity(clamping: $0) }
    let pattern = try Pattern(
      stepCount: 6, stepsPerBeat: 8, lanes: [Lane(drum: .kick, steps: velocities.map { Step($0) })])
    #expect(PatternGrid.drawing(of: pattern).hasSuffix("kick   ooxxXX"))
  }

  @Test func `beat numbers wider than their beats are left out`() throws {
    let pattern = try Pattern(stepCount: 12, stepsPerBeat: 1)
    #expect(PatternGrid.drawing(of: pattern) == "   1 2 3 4 5 6 7 8 9 10  12")
  }

  @Test(arguments: [-1, 4, 99]) func `a playhead outside is not drawn`(step: Int) throws {
    let pattern = try Pattern(rows: "kick x...")
    #expect(PatternGrid.drawing(of: pattern, playhead: step) == PatternGrid.drawing(of: pattern))
  }

  @Test func `all lanes on the pattern's grid have the same width`() {
    var chance = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let pattern = Pattern.random(using: &chance)
      let lines = PatternGrid.drawing(of: pattern).split(separator: "\n").dropFirst()
      #expect(lines.count == pattern.lanes.count)
      let widths = zip(lines, pattern.lanes).filter { $1.grid == nil }.map(\.0.count)
      #expect(Set(widths).count <= 1)
    }
  }
}
