import Drummer
import GhostnoteTesting
import MusicalTime
import Testing

/// Compares the forward pass with precomputed tables to one with plain loops.
@Suite struct DrummerStateTests {
  private static let drummers = [
    DrummerModel.random(),
    .random(
      seed: 2, barsRecalled: [1, 2, 4, 8], phraseBars: 8, headsWithPositionHistory: [.velocity]),
    .random(
      seed: 3, barsHeard: [1], barsRecalled: [3], headsWithPositionHistory: [.offset, .velocity]),
    .random(
      seed: 4, barsHeard: [1, 2, 4], barsRecalled: [1, 2, 4, 8], headsWithPositionHistory: [.offset]
    ),
  ]

  @Test(
    arguments: Self.drummers.indices,
    [
      Conditions(style: 3, tempo: Tempo(clampingBPM: 95)),
      Conditions(isFill: true, tempo: Tempo(clampingBPM: 181.4)),
    ])
  func `the loss equals that of plain loops over the same weights`(
    drummer: Int, conditions: Conditions
  ) {
    let model = Self.drummers[drummer]
    var state = DrummerState(DrummerTables(model), conditions)
    var plain = PlainDrummer(model, conditions)
    var surprises: Set<Int> = []
    for (index, token) in randomTokens(120, seed: UInt64(drummer), rest: 8).enumerated() {
      let (found, truth) = (state.follow(token), plain.follow(token))
      for attribute in Attribute.allCases {
        let (a, b) = (found[attribute.rawValue], truth[attribute.rawValue])
        #expect(abs(a - b) < 0.001, "\(attribute) of hit \(index): \(a), in plain loops \(b)")
      }
      surprises.insert(Int(truth[3] * 1000))
    }
    // A model that ignores its input would have the same loss each time.
    #expect(surprises.count > 60)
  }

  @Test func `changed conditions take effect from the next hit on`() {
    let model = Self.drummers[0]
    let (rock, funk) = (Conditions(style: 0), Conditions(style: 1))
    let tokens = randomTokens(20, seed: 5)
    var (turned, steady) = (
      DrummerState(DrummerTables(model), rock), DrummerState(DrummerTables(model), funk)
    )
    turned.setConditions(funk)
    for token in tokens {
      let (a, b) = (turned.follow(token), steady.follow(token))
      for index in a.indices { #expect(a[index] == b[index]) }
    }
    turned.setConditions(rock)
    let (a, b) = (turned.follow(tokens[19]), steady.follow(tokens[19]))
    #expect(a[0] != b[0])
  }
}
