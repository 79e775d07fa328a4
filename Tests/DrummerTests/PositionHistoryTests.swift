import Drummer
import Testing

@Suite struct PositionHistoryTests {
  /// Compares the features of all drums some steps after each hit.
  private func compare(_ tokens: [PlacedToken], aheads: [Int]) -> Int {
    var (memory, plain) = (PositionHistory(), PlainPositionHistory())
    var known = 0
    for token in tokens {
      for ahead in aheads {
        let (drum, step) = (Int(token.token.drum), token.step + ahead)
        let (found, truth) = (
          memory.features(of: drum, at: step), plain.features(of: drum, at: step)
        )
        #expect(found.indices.map { found[$0] } == truth, "drum \(drum) at \(step)")
        for (value, count) in zip(truth, PositionHistory.counts) { #expect(value < count) }
        if truth[3] != 32 { known += 1 }
      }
      memory.struck(token)
      plain.struck(token)
    }
    return known
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the memory equals a search through all hits`(seed: UInt64) {
    // At the hit's own step, the next one, and several bars later.
    #expect(compare(randomTokens(1500, seed: seed), aheads: [0, 1, 16, 48]) > 100)
  }

  @Test func `the same holds for flams and long silences`() {
    // Few drums, so that one often has several hits on a step.
    let tokens = randomTokens(600, seed: 9, drums: 1, rest: 40, silence: 2000)
    #expect(compare(tokens, aheads: [0, 16]) > 100)
  }

  @Test func `after a thousand silent bars only the last hits remain`() {
    var memory = PositionHistory()
    let stroke = Token(wait: 0, drum: 1, offset: 3, velocity: 20)
    memory.struck(PlacedToken(token: stroke, step: 4, velocity: 82))
    let features = memory.features(of: 1, at: 4 + 16 * 5000)
    #expect(features.indices.map { features[$0] } == [20, 3, 8, 32, 24, 9, 32, 24, 0])
  }
}
