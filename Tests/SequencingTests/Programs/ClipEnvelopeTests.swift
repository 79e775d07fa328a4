import MusicalTime
import Rhythm
import Sequencing
import Testing

/// A hit has the envelope of the clip it was placed by.
@Suite struct ClipEnvelopeTests {
  private static func edited() throws -> EditedPattern {
    var pattern = try Pattern(stepCount: 4, stepsPerBeat: 1)
    pattern.clips = Array(repeating: nil, count: Clip.count)
    let short = try #require(Envelope(attack: 0, decay: 0.1))
    let slow = try #require(Envelope(attack: 0.5, decay: 0))
    pattern.clips[0] = Clip(Voice(.snare))
    pattern.clips[1] = Clip(Voice(.snare), envelope: short)
    pattern.clips[2] = Clip(Voice(.kick), envelope: slow)
    return EditedPattern(pattern)
  }

  private static func decays(_ pattern: Pattern) -> [Float] {
    var patch = Patch()
    patch.pattern = pattern
    return Program(patch).cues(from: .zero, to: Beats(4), lands: true).map(\.decay)
  }

  @Test func `two clips of one voice keep their own envelopes`() throws {
    var edited = try Self.edited()
    try edited.fill(ClipCode("1 2"), seed: 1)
    #expect(Self.decays(edited.pattern) == [0, 0.1, 0, 0.1])
    // What a clip sounds like can be changed afterwards, and only its own hits follow.
    var changed = edited.pattern
    changed.clips[1] = Clip(
      Voice(.snare), envelope: try #require(Envelope(attack: 0, decay: 0.7)))
    #expect(Self.decays(changed) == [0, 0.7, 0, 0.7])
  }

  @Test func `a hit's clip is written and read again, where it is not its voice's first`() throws {
    var edited = try Self.edited()
    try edited.fill(ClipCode("1 2 3 2"), seed: 1)
    let lane = try #require(edited.pattern.lane(of: .snare))
    let text = StepNotation.text(lane.steps)
    #expect(text == "xx#2.x#2")
    #expect(try StepNotation.steps(text) == lane.steps)
    #expect(try StepNotation.steps("x#16")[0]?.clip == 15)
    #expect(throws: StepNotationError.self) { try StepNotation.steps("x#17") }
    #expect(throws: StepNotationError.self) { try StepNotation.steps("x#0") }
  }

  @Test func `hits that no clip placed sound like the first of their voice`() throws {
    var patch = Patch()
    patch.pattern = try Self.edited().pattern.with(
      lanes: [Lane(drum: .kick, steps: try StepNotation.steps("x..x#2"))])
    // Clip 2 is another voice's, so it means nothing here.
    #expect(
      Program(patch).cues(from: .zero, to: Beats(4), lands: true).map(\.attack) == [0.5, 0.5])
  }

  @Test func `humanised hits keep their envelopes`() throws {
    var edited = try Self.edited()
    try edited.fill(ClipCode("1 2"), seed: 1)
    var patch = Patch()
    patch.pattern = edited.pattern
    let written = UnrolledPattern(patch.pattern, lanes: patch.pattern.lanes, turns: 1)
    let played = written.strokes.map { stroke in
      Hit(drum: stroke.hit.drum, velocity: Velocity(clamping: 50), beat: stroke.hit.beat)
    }
    let cues = Program(patch, humanised: HumanisedHits(written, played: played), turns: 1)
      .cues(from: .zero, to: Beats(4), lands: true)
    #expect(cues.map(\.decay) == [0, 0.1, 0, 0.1])
  }
}
