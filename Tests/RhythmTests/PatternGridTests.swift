import Foundation
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

  @Test
  func `a pattern wider than the terminal is drawn in blocks of bars, the playhead in its own`()
    throws
  {
    let bars = (0..<16).map { $0 == 9 ? "X.x. .... .... ...." : "o... .... .... ...." }
    let pattern = try Pattern(rows: "kick " + bars.joined(separator: " "))
    let drawing = PatternGrid.drawing(of: pattern, playhead: 146, columns: 80)
    let blocks = drawing.components(separatedBy: "\n\n")
    #expect(blocks.count == 8)
    #expect(drawing.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let page = """
             33   34   35   36   37   38   39   40
      kick   o...|....|....|....|X.x.|....|....|....
                                   ^
      """
    #expect(blocks[4] == page)
    #expect(PatternGrid.page(of: pattern, playhead: 146, columns: 80) == page)
    #expect(PatternGrid.page(of: pattern, playhead: nil, columns: 80) == blocks[0])
    // Joined, the blocks are the lane.
    let cells = blocks.map { $0.split(separator: "\n")[1].dropFirst(7) }.joined(separator: "|")
    #expect(PatternGrid.drawing(of: pattern).contains(cells))
  }

  @Test func `a bar wider than the terminal is drawn in beats, also of a lane with its own grid`()
    throws
  {
    var pattern = try Pattern(stepCount: 64, stepsPerBeat: 16)
    pattern = try pattern.with(lanes: [
      Lane(Voice(.kick), restingFor: 64),
      Lane(
        Voice(.snare), steps: Array(repeating: Step(StepNotation.hit), count: 80),
        grid: try Grid(count: 80, stepsPerBeat: 16)),
    ])
    let drawing = PatternGrid.drawing(of: pattern, columns: 50)
    #expect(drawing.components(separatedBy: "\n\n").count == 3)
    #expect(drawing.count { $0 == "x" } == 80)
    #expect(drawing.split(separator: "\n").allSatisfy { $0.count <= 50 })
  }
}
