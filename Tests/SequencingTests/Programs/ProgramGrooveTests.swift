import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// Grooves as programs play them.
@Suite struct ProgramGrooveTests {
  @Test func `what is played is where the warp says, from wherever it is read`() throws {
    var chance = SplitMix64(seed: 12)
    for _ in 0..<200 {
      var markers: Set<Int64> = [0]
      while markers.count < 6 { markers.insert(.random(in: 1..<5_765_760, using: &chance)) }
      let grid = try Grid(
        length: Beats(2), markers: markers.sorted().map { Marker(Beats(units: $0)) })
      var pattern = try Pattern(
        grid: grid,
        lanes: [Lane(drum: .kick, steps: Array(repeating: Step(StepNotation.hit), count: 6))])
      let preset = GroovePreset.all.randomElement(using: &chance)
      let use = GrooveUse(preset?.groove ?? .straight, timing: .random(in: 0...1, using: &chance))
      pattern.groove = use
      let program = Program(Patch(pattern: pattern))
      let expected = (Int64(0)..<4).flatMap { loop in
        grid.markers.map { use.warp.warped($0.beat + Beats(2 * loop)) }
      }
      #expect(program.cues(from: .zero, to: Beats(8)).map(\.beat) == expected)
      // Read from a stroke on, the stroke is heard; from a unit later, it is not.
      let place = Int.random(in: 0..<12, using: &chance)
      #expect(
        program.cues(from: expected[place], to: Beats(8)).map(\.beat)
          == Array(expected[place...]))
      let after = expected[place] + Beats(units: 1)
      #expect(
        program.cues(from: after, to: Beats(8)).map(\.beat) == Array(expected[(place + 1)...]))
    }
  }

  @Test func `a window of thousands of strokes holds them all`() throws {
    let steps = Array(repeating: Optional(Step(StepNotation.hit)), count: 16)
    var lanes = Drum.all.prefix(8).map { Lane(drum: $0, steps: steps) }
    let tight = Program(Patch(pattern: try Pattern(lanes: lanes)))
    #expect(tight.cues(from: .zero, to: Beats(400)).count == 12_800)
    for index in lanes.indices {
      lanes[index].looseness = Looseness(milliseconds: 50, velocity: 9) ?? .none
    }
    let loose = Program(Patch(pattern: try Pattern(lanes: lanes)))
    let whole = loose.cues(from: .zero, to: Beats(400), lands: true)
    #expect(zip(whole, whole.dropFirst()).allSatisfy { $0 <= $1 })
    // In one window or in many it is the same.
    var parts: [Cue] = []
    for beat in Int64(0)..<400 {
      parts += loose.cues(from: Beats(beat), to: Beats(beat + 1), lands: beat == 0)
    }
    #expect(whole == parts)
  }
}
