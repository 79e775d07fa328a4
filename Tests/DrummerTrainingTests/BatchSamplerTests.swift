import Drummer
import MusicalTime
import Testing

@testable import DrummerTraining

@Suite struct BatchSamplerTests {
  private let set = TrainingSet(Tiny.pieces([70, 9, 61, 40, 33, 50]), design: Tiny.design)

  private func shuffled(
    _ chance: inout SplitMix, times: Int = 12, sequences: Int = 2,
    variation: TrainingSettings.Variation? = nil
  ) -> BatchSampler {
    BatchSampler(
      shuffled: set, rows: 4, times: times, sequences: sequences, variation: variation,
      chance: &chance)
  }

  private func batches(_ sampler: BatchSampler, _ chance: inout SplitMix) -> [TruncatedBatch] {
    var sampler = sampler
    var batches: [TruncatedBatch] = []
    while let batch = sampler.next(set, chance: &chance) { batches.append(batch) }
    return batches
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `an epoch samples every token once`(seed: UInt64) {
    var chance = SplitMix(state: seed)
    let ranges = batches(shuffled(&chance), &chance).flatMap(\.rows).compactMap { $0?.tokens }
    #expect(ranges.allSatisfy { (1...12).contains($0.count) })
    #expect(ranges.flatMap(Array.init).sorted() == Array(0..<set.tokens.count))
  }

  @Test func `a row plays a stretch to its end before it takes the next`() {
    var chance = SplitMix(state: 4)
    let all = batches(shuffled(&chance, sequences: 3), &chance)
    #expect(all.count > 4)
    for row in 0..<4 {
      for (before, after) in zip(all, all.dropFirst()) {
        guard let next = after.rows[row], let last = before.rows[row] else { continue }
        let goesOn = next.piece == last.piece && next.tokens.lowerBound == last.tokens.upperBound
        // The state is carried exactly where the tokens continue.
        if !after.resets[row] { #expect(goesOn) }
        if next.opens { #expect(after.resets[row]) }
      }
    }
    for batch in all {
      for row in batch.rows.compactMap(\.self) {
        #expect(row.opens == (row.tokens.lowerBound == set.pieces[row.piece].lowerBound))
      }
    }
  }

  @Test func `no stretch is longer than its sequences allow, and long pieces are cut at random`() {
    func cuts(_ seed: UInt64) -> Set<Int> {
      var chance = SplitMix(state: seed)
      let all = batches(shuffled(&chance), &chance)
      var lengths = [Int](repeating: 0, count: 4)
      var begins: Set<Int> = []
      for batch in all {
        for (row, sequence) in batch.rows.enumerated() {
          guard let sequence else { continue }
          if batch.resets[row] {
            lengths[row] = 0
            begins.insert(sequence.tokens.lowerBound)
          }
          lengths[row] += sequence.tokens.count
          #expect(lengths[row] <= 24)
        }
      }
      return begins
    }
    #expect(cuts(1) != cuts(2))
  }

  @Test func `evaluation plays whole pieces, the longest first, as they were recorded`() {
    var chance = SplitMix(state: 9)
    let untouched = chance
    let all = batches(BatchSampler(inOrder: set, rows: 2, times: 100), &chance)
    let rows = all.flatMap(\.rows).compactMap(\.self)
    #expect(rows.map(\.tokens.count) == set.pieces.map(\.count).sorted(by: >))
    for row in rows {
      let conditions = set.conditions[row.piece]
      #expect(row.opens && row.style == conditions.style)
      #expect(Double(row.bpm) == conditions.tempo.bpm.rounded())
      #expect(row.feel == FeelVariation.asRecorded)
    }
    #expect(chance == untouched)
  }

  @Test(arguments: [(0.0, 0.0), (1.0, 0.0), (0.0, 0.1), (0.0, 40.0)])
  func `styles are hidden and tempi vary only as far as the settings say`(
    styleDropout: Double, tempoJitter: Double
  ) {
    var variation = TrainingSettings.Variation()
    (variation.styleDropout, variation.tempoJitter) = (styleDropout, tempoJitter)
    var chance = SplitMix(state: 5)
    let rows = batches(shuffled(&chance, variation: variation), &chance)
      .flatMap(\.rows).compactMap(\.self)
    let isHidden = styleDropout == 1
    #expect(rows.allSatisfy { $0.style == (isHidden ? nil : set.conditions[$0.piece].style) })
    let changed = rows.count { Double($0.bpm) != set.conditions[$0.piece].tempo.bpm.rounded() }
    #expect((changed > 0) == (tempoJitter > 0))
    #expect(rows.allSatisfy { (40...300).contains($0.bpm) })
  }

  @Test(arguments: [(0.0, 0.0), (0.15, 0.0), (0.0, 0.7), (1.0, 4.0)])
  func `a stretch is varied in one way to its end, and only as far as the settings say`(
    velocityCurve: Double, timingShift: Double
  ) {
    var variation = TrainingSettings.Variation()
    (variation.velocityCurve, variation.timingShift) = (velocityCurve, timingShift)
    var chance = SplitMix(state: 5)
    let all = batches(shuffled(&chance, variation: variation), &chance)
    let feels = all.flatMap(\.rows).compactMap { $0?.feel }
    #expect(feels.allSatisfy { $0.isSound })
    let (curved, shifted) = (feels.count { $0.gamma != 1 }, feels.count { $0.shift != 0 })
    #expect((curved > 0) == (velocityCurve > 0))
    #expect((shifted > 0) == (timingShift > 0))
    for row in 0..<4 {
      for (before, after) in zip(all, all.dropFirst()) where !after.resets[row] {
        #expect(before.rows[row]?.feel == after.rows[row]?.feel)
      }
    }
  }

  @Test func `without settings for it nothing is varied`() {
    var chance = SplitMix(state: 5)
    let rows = batches(shuffled(&chance), &chance).flatMap(\.rows).compactMap(\.self)
    #expect(rows.allSatisfy { $0.feel == FeelVariation.asRecorded })
  }

  @Test func `the tokens left fall to zero by what was sampled`() {
    var chance = SplitMix(state: 6)
    var sampler = shuffled(&chance)
    var left = sampler.tokensLeft
    #expect(left == set.tokens.count)
    while let batch = sampler.next(set, chance: &chance) {
      left -= batch.count
      #expect(sampler.tokensLeft == left)
    }
    #expect(left == 0)
  }

  @Test func `a sampler of other pieces or of another batch size does not fit`() {
    var chance = SplitMix(state: 7)
    var sampler = shuffled(&chance, variation: Tiny.settings.variation)
    _ = sampler.next(set, chance: &chance)
    #expect(sampler.fits(set, Tiny.settings))
    #expect(!sampler.fits(TrainingSet(Tiny.pieces([9, 9]), design: Tiny.design), Tiny.settings))
    var other = Tiny.settings
    other.rows = 5
    #expect(!sampler.fits(set, other))
    other = Tiny.settings
    other.variation.tempoJitter = 0.5
    #expect(!sampler.fits(set, other))
    other = Tiny.settings
    other.variation.timingShift = 0
    #expect(!sampler.fits(set, other))
  }
}
