import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct HumanisedHitsTests {
  /// Changes that do `play` to every stroke of the selected pattern.
  private func humanised(
    for patch: Patch, turns: Int = 4, mostStrokes: Int = .max, _ play: (Hit) -> Hit
  ) -> HumanisedHits {
    let unrolled = UnrolledPattern(
      patch.pattern, lanes: patch.audibleLanes(of: patch.pattern), turns: turns,
      mostStrokes: mostStrokes)
    return HumanisedHits(unrolled, played: unrolled.strokes.map { play($0.hit) })
  }

  @Test func `humanised hits keep their chances and conditions`() throws {
    var step = Step(Velocity(clamping: 90))
    step.condition = .turn(2, of: 2)
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 2, stepsPerBeat: 1,
      lanes: [Lane(drum: .kick, steps: [Step(Velocity(clamping: 90)), step])])
    let late = Beats(1, over: 100)
    let humanised = humanised(for: patch) { hit in
      Hit(
        drum: hit.drum,
        velocity: Velocity(clamping: 50 + Int(hit.beat.dividedRoundingDown(by: Beats(2)))),
        beat: hit.beat + late)
    }
    let cues = Program(patch, humanised: humanised).cues(from: .zero, to: Beats(9))
    #expect(cues.map(\.beat) == [0, 2, 3, 4, 6, 7, 8].map { Beats($0) + late })
    #expect(cues.map(\.velocity.value) == [50, 51, 51, 52, 53, 53, 50])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `changes of nothing are not heard, whatever the patch`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var patch = Patch.random(using: &chance)
    patch.playsSong = false
    let most = chance.once(in: 2) ? Int.random(in: 1...60, using: &chance) : 4_000
    let humanised = humanised(for: patch, mostStrokes: most) { $0 }
    let end = Beats(200)
    #expect(
      Program(patch, humanised: humanised).cues(from: .zero, to: end, lands: true)
        == Program(patch).cues(from: .zero, to: end, lands: true))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `humanising neither adds nor drops a stroke of any lane`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var patch = Patch.random(using: &chance)
    patch.playsSong = false
    patch.groove = nil
    patch.pattern.groove = nil
    patch.pattern.loops = true
    let humanised = humanised(for: patch) { hit in
      Hit(drum: hit.drum, velocity: Velocity(clamping: 77), beat: hit.beat + Beats(units: 5))
    }
    let (given, played) = (
      Program(patch).cues(from: Beats(8), to: Beats(120)),
      Program(patch, humanised: humanised).cues(from: Beats(8), to: Beats(120))
    )
    let voices = Set(given.map(\.voice))
    for voice in voices {
      let counts = [given, played].map { cues in cues.count { $0.voice == voice } }
      // One may have left by an end of the window.
      #expect(abs(counts[0] - counts[1]) <= 2)
    }
    #expect(Set(played.map(\.voice)).isSubset(of: voices.union([])))
    let held = [given, played].map { cues in cues.count { $0.duration > .zero } }
    #expect(abs(held[0] - held[1]) <= 2)
  }

  @Test func `each turn has its own strokes, however early the next turn's would be`() throws {
    let text = "kick: x...x...x...x...; closedhat [grid 5/4]: x.oxx; snare [ratio √2]: x..."
    let patch = Patch(pattern: try PatternNotation.pattern(text))
    for way in [Beats(-1, over: 12), Beats(1, over: 12)] {
      let humanised = humanised(for: patch) { hit in
        Hit(drum: hit.drum, velocity: hit.velocity, beat: max(hit.beat + way, .zero))
      }
      let played = Program(patch, humanised: humanised, turns: 3).cues(
        from: .zero, to: Beats(13), lands: true)
      let given = Program(patch).cues(from: .zero, to: Beats(12), lands: true)
      #expect(played.map(\.voice.key).sorted() == given.map(\.voice.key).sorted())
    }
  }
}
