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

  /// A drummer of few cells that has learned nothing: every weight is a sine.
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

  @Test func `at 0 every hit is as it was given`() throws {
    let hits = try hits()
    #expect(humaniser(0).humanised(hits) == hits)
  }

  @Test func `the same seed has the same hand, another seed another`() throws {
    let hits = try hits()
    #expect(humaniser(1).humanised(hits) == humaniser(1).humanised(hits))
    #expect(humaniser(1).humanised(hits) != humaniser(1, seed: 2).humanised(hits))
  }

  @Test func `half way lies half way`() throws {
    let hits = try hits()
    let (half, whole) = (humaniser(0.5).humanised(hits), humaniser(1).humanised(hits))
    for (given, (half, whole)) in zip(hits, zip(half, whole)) {
      #expect(abs(2 * half.beat.units - given.beat.units - whole.beat.units) <= 1)
      let velocities = [given, half, whole].map { Int($0.velocity.value) }
      #expect(abs(2 * velocities[1] - velocities[0] - velocities[2]) <= 1)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `no note is lost, none moves past another, before the beginning or behind the end`(
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

  @Test func `strokes of one drum stay apart`() throws {
    let roll = try hits("snare xxxx xxxx xxxx xxxx", perBeat: 16)
    let moved = humaniser(1).humanised(roll)
    #expect(zip(moved, moved.dropFirst()).allSatisfy { $0.beat < $1.beat })
  }

  @Test func `a drum that the model does not know stays as it is`() throws {
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

  @Test func `a change of one note changes no other before it`() throws {
    let hits = try hits()
    let last = try #require(hits.last)
    let all = humaniser(1).humanised(hits)
    let without = humaniser(1).humanised(hits.dropLast())
    #expect(Array(all.dropLast()) == without && last.drum == .snare)
  }

  @Test func `eight loops have eight times the hits, and no two are alike`() throws {
    let hits = try hits()
    let loops = humaniser(1).loops(8, of: hits, length: Beats(4))
    #expect(loops.count == 8 * hits.count)
    let velocities = (0..<8).map { loop in
      loops[loop * hits.count..<(loop + 1) * hits.count].map(\.velocity.value)
    }
    #expect(Set(velocities).count == 8)
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `a drummer who has learned plays softer between the beats and never far off`() throws {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    let style = try model.card.index(ofStyle: "funk")
    let human = Humaniser(DrummerTables(model), Conditions(style: style), amount: 1)
    let hits = try hits(
      "closedhat x.x. x.x. x.x. x.x.\nkick x... .... x... ....\nsnare .... x... .... x...")
    let loops = human.loops(16, of: hits, length: Beats(4))
    func mean(_ value: (Hit) -> Double, where matches: (Hit) -> Bool) -> Double {
      let values = zip(loops, (0..<16).flatMap { _ in hits }).filter { matches($1) }
        .map { value($0.0) }
      return values.reduce(0, +) / Double(values.count)
    }
    let offbeat = Beats(1, over: 2)
    let loud = mean({ Double($0.velocity.value) }) {
      $0.drum == .closedHat && $0.beat.units % Beats(1).units == 0
    }
    let soft = mean({ Double($0.velocity.value) }) {
      $0.drum == .closedHat && $0.beat.units % Beats(1).units == offbeat.units
    }
    #expect(loud > soft)
    let ticks = zip(
      loops, (0..<16).flatMap { loop in hits.map { $0.beat + Beats(4) * Int64(loop) } }
    )
    .map { ($0.beat - $1).inBeats * 96 }
    let spread = (ticks.map { $0 * $0 }.reduce(0, +) / Double(ticks.count)).squareRoot()
    #expect((0.5...6).contains(spread), "\(spread) ticks of 1/96 beat")
  }
}
