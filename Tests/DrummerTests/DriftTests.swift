import Foundation
import GhostnoteTesting
import Testing

@testable import Drummer

/// The feedback that keeps a performance's full force at its groove's.
@Suite struct DriftTests {
  /// The share at full force of 18,000 hits, after 2,000 others, where the groove's is a fifth and the network wants more
  /// by `pull` in logits.
  private func share(pull: Float, seed: UInt64) -> Float {
    var cell = GrooveCell()
    cell.fullForce = 51
    var (drift, random, count) = (Drift(), SplitMix64(seed: seed), 0)
    for hit in 0..<20_000 {
      let logit = log(Float(0.2) / 0.8) + pull + drift.fullForceBias
      let isFull = Float.random(in: 0..<1, using: &random) < 1 / (1 + exp(-logit))
      if isFull && hit >= 2_000 { count += 1 }
      let token = Token(wait: 1, drum: 1, offset: 12, velocity: isFull ? 31 : 15)
      drift.struck(PlacedToken(token: token, step: hit, velocity: isFull ? 127 : 62), cell)
    }
    return Float(count) / 18_000
  }

  @Test(arguments: [-1.25, -0.5, 0, 0.5, 1.25] as [Float])
  func `full force is as frequent as in the groove, whatever the network wants`(pull: Float) {
    #expect(abs(share(pull: pull, seed: 5) - 0.2) < 0.01)
  }

  @Test func `what pulls harder than that is heard`() {
    #expect(share(pull: 5, seed: 5) > 0.3)
    #expect(share(pull: -5, seed: 5) < 0.1)
  }
}
