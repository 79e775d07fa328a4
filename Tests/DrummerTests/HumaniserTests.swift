import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct HumaniserTests {
  private static let rock = """
    closedhat  x.x. x.x. x.x. x.x.
    kick       x... .... x.x. ....
    snare      .... x... .... x..x
    cowbell    x... x... x... x...
    """

  /// A small untrained model: every weight is a sine.
  private static let tables: DrummerTables = {
    var design = DrummerDesign()
    (design.hiddenSize, design.embeddingSize, design.headSize) = (16, 8, 8)
    let weights = (0..<TensorLayout(design).count).map { Float(sin(1.7 * Double($0))) }
    return DrummerTables(DrummerModel(design: design, weights: weights, card: ModelCard()))
  }()

  private func humaniser(_ amount: Double, seed: UInt64 = 1) -> Humaniser {
    Humaniser(Self.tables, Conditions(style: 2), amount: amount, seed: seed)
  }

  private func hits(_ rows: String = rock, perBeat: Int = 4) throws -> [Hit] {
    try Pattern(rows: rows, stepsPerBeat: perBeat).hits
  }

  @Test func `at amount 0 every hit is unchanged`() throws {
    let hits = try hits()
    #expect(humaniser(0).humanised(hits) == hits)
  }

  @Test func `the same seed gives the same result, another seed a different one`() throws {
    let hits = try hits()
    #expect(humaniser(1).humanised(hits) == humaniser(1).humanised(hits))
    #expect(humaniser(1).humanised(hits) != humaniser(1, seed: 2).humanised(hits))
  }

  @Test func `a tempo that no drummer is trained at plays as the nearest that is`() throws {
    let hits = try hits()
    let played = { (bpm: Int64) in
      let tempo = Tempo(measuredMicrobpm: bpm * 1_000_000)
      return Humaniser(Self.tables, Conditions(style: 2, tempo: tempo), amount: 1)
        .humanised(hits)
    }
    #expect(played(1) == played(40) && played(999) == played(300))
    #expect(Set([40, 120, 300].map(played)).count == 3)
  }

  @Test func `amount 0.5 is half way between the hits and the model`() throws {
    let hits = try hits()
    let (half, whole) = (humaniser(0.5).humanised(hits), humaniser(1).humanised(hits))
    for (given, (half, whole)) in zip(hits, zip(half, whole)) {
      #expect(abs(2 * half.beat.units - given.beat.units - whole.beat.units) <= 1)
      let velocities = [given, half, whole].map { Int($0.velocity.value) }
      #expect(abs(2 * velocities[1] - velocities[0] - velocities[2]) <= 1)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `no hit is lost, passes another, or moves before the beginning or past the end`(
    seed: UInt64
  ) throws {
    var chance = SplitMix64(seed: seed)
    let end = Beats(8)
    let given = (0..<120).map { _ in
      Hit(
        drum: Drum.all.randomElement(using: &chance) ?? .kick, velocity: StepNotation.hit,
        beat: Beats(units: Int64.random(in: 0..<end.units, using: &chance)))
    }.sorted()
    let amount = Double.random(in: 0...1, using: &chance)
    let moved = humaniser(amount, seed: seed).humanised(given, until: end)
    #expect(moved.map(\.drum) == given.map(\.drum))
    #expect(moved.allSatisfy { $0.beat >= .zero && $0.beat < end })
    for index in given.indices.dropFirst() where given[index - 1].beat < given[index].beat {
      #expect(moved[index - 1].beat <= moved[index].beat)
    }
  }

  @Test func `hits of one drum stay apart`() throws {
    let roll = try hits("snare xxxx xxxx xxxx xxxx", perBeat: 16)
    let moved = humaniser(1).humanised(roll)
    #expect(zip(moved, moved.dropFirst()).allSatisfy { $0.beat < $1.beat })
  }

  @Test func `a drum outside the vocabulary is unchanged`() throws {
    let hits = try hits()
    let pairs = zip(hits, humaniser(1).humanised(hits))
    #expect(pairs.allSatisfy { $0.drum != .cowbell || $0 == $1 })
    #expect(pairs.contains { $0.beat != $1.beat } && pairs.contains { $0.velocity != $1.velocity })
  }

  @Test func `triplets stay triplets`() throws {
    let triplets = try hits("ride xxx xxx xxx xxx xxxx", perBeat: 3)
    for (given, moved) in zip(triplets, humaniser(1).humanised(triplets)) {
      let ticks = (moved.beat - given.beat).inBeats * 96
      let isOnSixteenth = given.beat.units % Beats(1).units == 0
      #expect(abs(ticks) <= (isOnSixteenth ? 8 : 3))
    }
  }

  @Test func `changing one note changes no note before it`() throws {
    let hits = try hits()
    let last = try #require(hits.last)
    let all = humaniser(1).humanised(hits)
    let without = humaniser(1).humanised(hits.dropLast())
    #expect(Array(all.dropLast()) == without && last.drum == .snare)
  }

  /// Repeats `hits` several times.
  private func loops(
    _ count: Int, of hits: [Hit], by humaniser: Humaniser, length: Beats = Beats(4)
  ) -> [Hit] {
    let given = (0..<Int64(count)).flatMap { loop in
      hits.map { Hit(drum: $0.drum, velocity: $0.velocity, beat: $0.beat + length * loop) }
    }
    return humaniser.humanised(given, until: length * Int64(count))
  }

  @Test func `eight loops have eight times the hits, and no two are alike`() throws {
    let hits = try hits()
    let loops = loops(8, of: hits, by: humaniser(1))
    #expect(loops.count == 8 * hits.count)
    let velocities = (0..<8).map { loop in
      loops[loop * hits.count..<(loop + 1) * hits.count].map(\.velocity.value)
    }
    #expect(Set(velocities).count == 8)
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `a trained drummer plays softer between the beats and stays near the grid`() throws {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    let style = try model.card.index(ofStyle: "funk")
    let human = Humaniser(DrummerTables(model), Conditions(style: style), amount: 1)
    let hits = try hits(
      "closedhat x.x. x.x. x.x. x.x.\nkick x... .... x... ....\nsnare .... x... .... x...")
    let loops = loops(16, of: hits, by: human)
    /// The mean velocity of the closed hi-hat on the beat, or half a beat after it.
    func meanVelocity(at place: Beats) -> Double {
      let velocities = zip(loops, (0..<16).flatMap { _ in hits })
        .filter { $1.drum == .closedHat && $1.beat.units % Beats(1).units == place.units }
        .map { Double($0.0.velocity.value) }
      return velocities.reduce(0, +) / Double(velocities.count)
    }
    #expect(meanVelocity(at: .zero) > meanVelocity(at: Beats(1, over: 2)))
    let ticks = zip(
      loops, (0..<16).flatMap { loop in hits.map { $0.beat + Beats(4) * Int64(loop) } }
    )
    .map { ($0.beat - $1).inBeats * 96 }
    let spread = (ticks.map { $0 * $0 }.reduce(0, +) / Double(ticks.count)).squareRoot()
    #expect((0.5...6).contains(spread), "\(spread) ticks of 1/96 beat")
  }

  @Test func `a patch's steps get velocities and offsets; everything else is kept`() throws {
    let text = """
      grid: 16/4
      kick: x... x?50@-1/32... x*3... x!&fill~2...
      snare [mute]: ....x.......x...
      closedhat [grid 5/4]: x.x@1/64x.
      """
    let pattern = try PatternNotation.pattern(text)
    let human = try humaniser(1).played(pattern)
    #expect(human != pattern)
    // A muted lane is played along with, and muted still.
    #expect(human.lanes[1].steps != pattern.lanes[1].steps && human.lanes[1].isMuted)
    for (given, played) in zip(pattern.lanes, human.lanes) {
      #expect(given.grid == played.grid)
      for (step, after) in zip(given.steps, played.steps) {
        var restored = after
        restored?.velocity = step?.velocity ?? Velocity(clamping: 1)
        restored?.offset = step?.offset ?? .zero
        #expect(restored == step)
        let moved = ((after?.offset ?? .zero) - (step?.offset ?? .zero)).inBeats
        #expect(abs(moved) <= 1.0 / 12)
      }
    }
    #expect(try humaniser(0).played(pattern) == pattern)
  }

  @Test func `a humanised patch plays each step when the drummer plays it, to the unit`()
    throws
  {
    let pattern = try PatternNotation.pattern(
      """
      grid: 16/4
      kick: x.x.x@-1/96.x..x*3..x...
      snare: ....X..o....X@1/64..o
      closedhat [grid 12/4]: x.xx.xx.xx@1/7.x
      """)
    let unrolled = UnrolledPattern(pattern, lanes: pattern.lanes, turns: 3)
    let humaniser = humaniser(0.7)
    let humanised = humaniser.humanised(unrolled.strokes.map(\.hit), until: unrolled.span)
    let human = try humaniser.played(pattern)
    var (compared, moved) = (0, 0)
    for ((number, given), hit) in zip(unrolled.strokes, humanised)
    where number.ratchet == 0 && number.loop == (unrolled.loopCounts[number.voice] ?? 0) - 1 {
      let lane = try #require(human.lanes.first { $0.voice == number.voice })
      let stroke = try #require(
        human.strokes(of: lane, inLoop: number.loop).first {
          $0.step == number.step && $0.ratchet == 0
        })
      let beat = stroke.beat + human.grid(of: lane).length * Int64(number.loop)
      #expect(beat == hit.beat, "\(number)")
      #expect(abs(Int(stroke.velocity.value) - Int(hit.velocity.value)) <= 1, "\(number)")
      compared += 1
      moved += given.beat == hit.beat ? 0 : 1
    }
    #expect(compared == 6 + 4 + 8 && moved > compared / 2)
  }

  @Test func `lanes shorter than the pattern keep all hits, in order`() throws {
    let pattern = try PatternNotation.pattern(
      "kick: x...x...x...x..o; closedhat [grid 5/4]: x.oxx; tom3 [grid 7/4]: x..o..x")
    let unrolled = UnrolledPattern(pattern, lanes: pattern.lanes, turns: 8)
    // 16, 5 and 7 sixteenths repeat after 35 bars: 5, 4 of 5 and 3 of 7 in each.
    #expect(unrolled.span == Beats(140))
    #expect(unrolled.strokes.count == 35 * 5 + 560 / 5 * 4 + 560 / 7 * 3)
    let given = unrolled.strokes.map(\.hit)
    let played = humaniser(1).humanised(given, until: unrolled.span)
    #expect(zip(given, played).count { $0 != $1 } > given.count / 2)
    for (index, hit) in played.enumerated().dropFirst()
    where given[index - 1].beat < given[index].beat {
      #expect(played[index - 1].beat <= hit.beat)
    }
    let few = UnrolledPattern(pattern, lanes: pattern.lanes, turns: 8, mostStrokes: 100)
    #expect(few.strokes.count <= 100 && few.span < unrolled.span)
  }
}
