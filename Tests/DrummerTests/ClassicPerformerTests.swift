import Drummer
import MusicalTime
import Rhythm
import Testing

@Suite struct ClassicPerformerTests {
  private let direction = BarDirection(settings: DrummerSettings(), tempo: .standard)

  private func bars(
    _ count: Int, of model: ClassicModel = .sines, seed: UInt64 = 7,
    _ change: (inout DrummerSettings) -> Void = { _ in }
  ) -> [DrummedBar] {
    var direction = direction
    direction.settings.seed = seed
    change(&direction.settings)
    var performer = ClassicPerformer(model, seed: seed)
    return (0..<count).map { _ in performer.play(direction) }
  }

  @Test func `the same seed plays the same bars, another seed others`() {
    #expect(bars(8) == bars(8))
    #expect(bars(8) != bars(8, seed: 8))
    #expect(bars(8).contains { $0.hits.count > 4 })
  }

  @Test
  func
    `bars are numbered, and their hits are inside them, sorted, and never twice on one drum at once`()
  {
    for (number, bar) in bars(64).enumerated() {
      #expect(bar.number == number)
      #expect(bar.hits.allSatisfy { $0.beat >= .zero && $0.beat < Vocabulary.bar })
      #expect(zip(bar.hits, bar.hits.dropFirst()).allSatisfy { $0.beat <= $1.beat })
      let strokes = bar.hits.map { [Int64($0.drum.index), $0.beat.units] }
      #expect(Set(strokes).count == strokes.count)
    }
  }

  @Test func `a copy continues as the original does`() {
    var performer = ClassicPerformer(.sines, seed: 3)
    for _ in 0..<5 { _ = performer.play(direction) }
    var copy = performer
    for _ in 0..<5 { #expect(performer.play(direction) == copy.play(direction)) }
  }

  @Test func `only allowed drums play, and silence still advances the model`() {
    var only = DrumSet()
    only.insert(.snare)
    let snares = bars(16) { $0.drums = only }.flatMap(\.hits)
    #expect(!snares.isEmpty && snares.allSatisfy { $0.drum == .snare })
    #expect(bars(4) { $0.drums = DrumSet() }.allSatisfy { $0.hits.isEmpty })
    var silent = direction
    silent.isSilent = true
    var (quiet, loud) = (ClassicPerformer(.sines, seed: 1), ClassicPerformer(.sines, seed: 1))
    #expect(quiet.play(silent) == DrummedBar(number: 0, hits: []))
    _ = loud.play(direction)
    #expect(quiet.play(direction) == loud.play(direction))
  }

  @Test func `double feel squeezes what half feel stretches`() {
    let half = bars(16) { $0.feel = .half }.flatMap(\.hits).count
    let double = bars(16) { $0.feel = .double }.flatMap(\.hits).count
    #expect(double > 2 * half)
  }

  @Test func `a higher loudness gives higher velocities for every drum`() {
    let usual = bars(8).flatMap(\.hits)
    let soft = bars(8) { $0.loudness = 0.25 }.flatMap(\.hits)
    #expect(usual.map(\.beat) == soft.map(\.beat))
    #expect(usual.allSatisfy { $0.velocity.value == 98 })
    #expect(soft.allSatisfy { (60...90).contains($0.velocity.value) })
  }

  @Test func `a network that always waits 0 ticks neither hangs nor floods a bar`() {
    let stuck = bars(3, of: .sines(waits: [0, 1, 2, 3]))
    #expect(stuck.map(\.number) == [0, 1, 2])
    #expect(stuck.allSatisfy { $0.hits.count <= 512 })
  }

  @Test func `a thousand hits are a thousand hits`() {
    var performer = ClassicPerformer(.sines, seed: 0)
    let hits = performer.hits(1000, direction)
    #expect(hits.count == 1000)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.beat <= $1.beat })
  }

  @Test func `playing continues after given hits, and nothing is played before its bar`() {
    func hit(_ drum: Drum, _ beat: Beats) -> Hit {
      Hit(drum: drum, velocity: StepNotation.hit, beat: beat)
    }
    let isTold = (0..<16 as Range<UInt64>).map { seed in
      var (first, second) = (
        ClassicPerformer(.sines, seed: seed), ClassicPerformer(.sines, seed: seed)
      )
      var direction = direction
      direction.settings.seed = seed
      // A drum without a row in the network is skipped.
      first.advance(
        with: [hit(.kick, .zero), hit(.snare2, Beats(1)), hit(.cowbell, Beats(2))], direction)
      second.advance(with: (0..<16).map { hit(.closedHat, .sixteenth * $0) }, direction)
      let (a, b) = (first.play(direction), second.play(direction))
      #expect(a.number == 1 && b.number == 1)
      #expect((a.hits + b.hits).allSatisfy { $0.beat >= .zero })
      return a.hits != b.hits
    }
    #expect(isTold.contains(true))
  }
}
