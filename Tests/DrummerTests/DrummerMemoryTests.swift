import GhostnoteTesting
import Testing

@testable import Drummer

/// What is remembered of the steps, drums and grooves that were played.
@Suite struct DrummerMemoryTests {
  private static let stepsPerBar = Vocabulary.stepsPerBar

  @Test func `a drum has its last two hits, or none, and ages have an end`() {
    var memory = DrumMemory()
    let features = { (memory: DrumMemory, step: Int) in
      (0..<6).map { memory.features(at: step)[$0] }
    }
    #expect(features(memory, 5) == [32, 24, 34, 32, 24, 34])
    memory.struck(Token(wait: 0, drum: 1, offset: 13, velocity: 20), at: 4)
    #expect(features(memory, 6) == [20, 13, 2, 32, 24, 34])
    memory.struck(Token(wait: 0, drum: 1, offset: 0, velocity: 31), at: 10)
    #expect(features(memory, 12) == [31, 0, 2, 20, 13, 8])
    memory.struck(Token(wait: 0, drum: 1, offset: 5, velocity: 0), at: 12)
    #expect(features(memory, 12) == [0, 5, 0, 31, 0, 2])
    #expect(features(memory, 100) == [0, 5, 33, 31, 0, 33])
    for step in 0..<200 {
      let values = features(memory, step)
      #expect(zip(values, DrumMemory.counts).allSatisfy { (0..<$1).contains($0) })
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `steps are kept for the bars asked for, and then forgotten`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var history = StepHistory(bars: 2)
    var written: [Int: [Int: StepHistory.PlayedHit]] = [:]
    var step = 0
    for _ in 0..<200 {
      step +=
        chance.once(in: 20)
        ? Int.random(in: 20...80, using: &chance) : Int.random(in: 0...2, using: &chance)
      history.advance(to: step)
      let drum = Int.random(in: 0..<Vocabulary.drumCount, using: &chance)
      let hit = StepHistory.PlayedHit(
        velocity: UInt8.random(in: 1...127, using: &chance),
        offset: UInt8.random(in: 0..<24, using: &chance))
      history.strike(drum, velocity: hit.velocity, offset: hit.offset)
      written[step, default: [:]][drum] = hit
      for bar in -1..<2 * Self.stepsPerBar {
        let earlier = step - bar
        let drums = (0..<Vocabulary.drumCount).filter {
          history.drums(at: earlier) & (1 << UInt16($0)) != 0
        }
        #expect(drums == (written[earlier] ?? [:]).keys.sorted())
        #expect(drums.allSatisfy { history.stroke($0, at: earlier) == written[earlier]?[$0] })
      }
    }
    #expect(history.latest == step)
    #expect(history.drums(at: step - 3 * Self.stepsPerBar) == 0 && history.drums(at: -1) == 0)
  }

  /// Bars with a kick on the first and a snare on the fifth step.
  private static func prior(bars: Int) -> GroovePrior {
    var (prior, history) = (GroovePrior(), StepHistory(bars: bars))
    for step in 0..<bars * stepsPerBar {
      history.advance(to: step)
      if step % stepsPerBar == 0 { history.strike(0, velocity: 100, offset: 12) }
      if step % stepsPerBar == 4 { history.strike(1, velocity: 90, offset: 12) }
    }
    prior.learn(history, from: 0, to: bars * stepsPerBar)
    return prior
  }

  @Test func `a groove is known after four bars`() {
    #expect(!Self.prior(bars: 3).isFormed && Self.prior(bars: 4).isFormed)
  }

  @Test func `what was played belongs, what was not does where a drummer is free`() {
    let prior = Self.prior(bars: 8)
    let bar = 8 * Self.stepsPerBar
    #expect(prior.belonging(of: 0, at: bar) == 1 && prior.belonging(of: 1, at: bar + 4) == 1)
    #expect(prior.belonging(of: 1, at: bar) == 0 && prior.belonging(of: 0, at: bar + 4) == 0)
    // Every fourth bar, the pedal, toms, a crash that begins four bars, and all before two were heard.
    #expect(prior.belonging(of: 1, at: bar + 3 * Self.stepsPerBar) == 1)
    #expect(Self.prior(bars: 1).belonging(of: 1, at: bar) == 1)
    #expect((0..<13).filter { prior.belonging(of: $0, at: bar + 2) == 1 } == [4, 6, 7, 8])
    #expect((0..<13).filter { prior.belonging(of: $0, at: bar) == 1 } == [0, 4, 6, 7, 8, 9, 10])
  }

  @Test func `what is no longer played is forgotten gradually`() {
    var (prior, history) = (Self.prior(bars: 8), StepHistory(bars: 40))
    var shares: [Float] = []
    for bar in 8..<48 {
      history.advance(to: (bar + 1) * Self.stepsPerBar)
      prior.learn(history, from: bar * Self.stepsPerBar, to: (bar + 1) * Self.stepsPerBar)
      // In a bar that leaves no freedom.
      shares.append(prior.belonging(of: 0, at: 8 * Self.stepsPerBar))
    }
    #expect(shares[0] == 1 && zip(shares, shares.dropFirst()).allSatisfy { $1 <= $0 })
    #expect(shares[39] < 1)
  }

  @Test func `the next drum and the wait are likeliest where they were played`() {
    let prior = Self.prior(bars: 8)
    let shares = { (values: InlineArray<34, Float>) in (0..<34).map { values[$0] } }
    let drums = shares(prior.drums(at: 4, from: 0))
    #expect(abs(drums.reduce(0, +) - 1) < 1e-5 && drums.indices.max { drums[$0] < drums[$1] } == 1)
    #expect(drums[1] > 0.99 && drums[13...].allSatisfy { $0 == 0 })
    let later = shares(prior.drums(at: 4, from: 2))
    #expect(later[1] < 0.2 && abs(later.reduce(0, +) - 1) < 1e-5)
    let waits = shares(prior.waits(after: 0, drum: 0))
    #expect(abs(waits.reduce(0, +) - 1) < 1e-4 && waits.indices.max { waits[$0] < waits[$1] } == 4)
    let afterSnare = shares(prior.waits(after: 4, drum: 1))
    #expect(afterSnare.indices.max { afterSnare[$0] < afterSnare[$1] } == 12)
  }

  @Test func `chance is the same for the same bar and try, and another for any other`() {
    let numbers = { (seed: UInt64, bar: Int) in
      let chance = BarRandom(seed: seed, bar: bar)
      return (0..<50).flatMap { turn in
        Attribute.allCases.map { chance(turn, $0) }
          + [chance.doubt(turn), chance.tick(turn), chance.bin(turn)]
      }
    }
    let all = numbers(1, 0) + numbers(1, 1) + numbers(2, 0)
    #expect(numbers(1, 0) == Array(all[..<350]))
    #expect(all.allSatisfy { (0..<1).contains($0) })
    // Of a thousand numbers of 24 bits hardly two are equal.
    #expect(Set(all).count > all.count - 3)
    #expect((0.45...0.55).contains(all.reduce(0, +) / Float(all.count)))
  }
}
