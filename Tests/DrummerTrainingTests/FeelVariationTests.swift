import Drummer
import Foundation
import Testing

@testable import DrummerTraining

@Suite struct FeelVariationTests {
  private static let variations = [0.2, 0.7, 0.93, 1, 1.2, 5].flatMap { gamma in
    [-12, -1, 0, 2, 12].map { FeelVariation(gamma: gamma, shift: $0) }
  }

  @Test func `without a variation every value is the recorded one`() {
    let feel = VariedFeel(.asRecorded)
    for bin in 0...32 { #expect(feel.bin(bin) == bin) }
    for offset in 0...24 { #expect(feel.offset(offset) == offset) }
    for velocity: UInt8 in 0...127 {
      #expect(feel.velocityShare(velocity) == Float(velocity) / 127)
    }
    for offset: UInt8 in 0...23 {
      #expect(feel.offsetShare(offset) == (Float(offset) - 12) / 12)
    }
  }

  @Test(arguments: variations)
  func `full force stays full force, nothing else becomes it, and no hit stays no hit`(
    variation: FeelVariation
  ) {
    #expect(variation.isSound)
    let feel = VariedFeel(variation)
    #expect(feel.bin(31) == 31 && feel.bin(32) == 32 && feel.offset(24) == 24)
    #expect(feel.velocityShare(127) == 1)
    let bins = (0..<31).map(feel.bin)
    let offsets = (0..<24).map(feel.offset)
    #expect(bins.allSatisfy { (0...30).contains($0) })
    #expect(offsets.allSatisfy { (0...23).contains($0) })
    #expect(zip(bins, bins.dropFirst()).allSatisfy { $0 <= $1 })
    // An exponent below 1 is louder, one above 1 softer.
    #expect(bins.indices.allSatisfy { variation.gamma < 1 ? bins[$0] >= $0 : bins[$0] <= $0 })
    #expect(feel.offset(12) == min(12 + variation.shift, 23))
  }

  @Test(
    arguments: [
      (0.19, 0), (5.1, 0), (-1, 0), (1e308, 0), (1, 13), (1, -13), (1, .max),
    ] as [(Double, Int)])
  func `numbers out of range are not sound`(gamma: Double, shift: Int) {
    #expect(!FeelVariation(gamma: gamma, shift: shift).isSound)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a checkpoint keeps the bits of a random variation`(seed: UInt64) throws {
    var chance = SplitMix(state: seed)
    let feel = FeelVariation(TrainingSettings.Variation(), chance: &chance)
    let decoded = try JSONDecoder().decode(
      FeelVariation.self, from: JSONEncoder().encode(feel))
    #expect(decoded == feel && feel.isSound)
  }

  /// Velocities, offsets and other numbers alternate in the features.
  @Test func `of a drum's features only velocities and offsets are varied`() {
    let feel = VariedFeel(FeelVariation(gamma: 1.4, shift: 3))
    let varied = PositionHistory.counts.indices.map { feel.feature(8, at: $0) }
    #expect(varied == [feel.bin(8), 11, 8, feel.bin(8), 11, 8, feel.bin(8), 11, 8])
    #expect(feel.bin(8) != 8)
    for (index, count) in PositionHistory.counts.enumerated() where index < 8 {
      #expect(feel.feature(UInt8(count - 1), at: index) == count - 1)
    }
  }

  /// Pieces in which a drum has the same offset, not near the ends, each time it is at a position
  /// in the bar: so are its mean offsets.
  private static let pieces = Tiny.pieces([70, 9, 61, 50, 33]).map { piece in
    changed(piece) { placed in
      let position = placed.step % Vocabulary.stepsPerBar
      placed.token.offset = UInt8(6 + (5 * position + 3 * Int(placed.token.drum)) % 12)
    }
  }

  private static func changed(
    _ piece: TrainingPiece, _ change: (inout PlacedToken) -> Void
  ) -> TrainingPiece {
    var piece = piece
    for index in piece.tokens.indices { change(&piece.tokens[index]) }
    return piece
  }

  /// The inputs of all batches of `pieces` in order, with every row varied by `feel`.
  private func inputs(
    _ pieces: [TrainingPiece], _ design: DrummerDesign, _ feel: FeelVariation
  ) -> [BatchInputs] {
    let set = TrainingSet(pieces, design: design)
    let weights = NetworkWeights(design)
    var sampler = BatchSampler(inOrder: set, rows: 4, times: 12)
    var chance = SplitMix(state: 0)
    var all: [BatchInputs] = []
    while var batch = sampler.next(set, chance: &chance) {
      for row in batch.rows.indices { batch.rows[row]?.feel = feel }
      var inputs = BatchInputs(rows: 4, times: 12, weights: weights)
      inputs.setInputs(batch, rows: 0..<4, set)
      all.append(inputs)
    }
    return all
  }

  /// Compares the LSTM's and all heads' inputs, whose values may differ by `tolerance`, and all
  /// targets.
  private func expectSame(
    _ here: [BatchInputs], _ there: [BatchInputs], tolerance: Float = 0
  ) throws {
    try #require(here.count == there.count && here.count > 3)
    for (a, b) in zip(here, there) {
      #expect(a.targets == b.targets)
      for (one, other) in zip([a.input] + a.heads, [b.input] + b.heads) {
        #expect(one.offsets == other.offsets && one.ends == other.ends)
        let differences = zip(one.values, other.values).map { abs($0 - $1) }
        #expect((differences.max() ?? 0) <= tolerance)
      }
    }
  }

  @Test(arguments: [-4, -1, 1, 3])
  func `a shifted stretch has the inputs and targets of pieces played at another time`(
    shift: Int
  ) throws {
    let trained = DrummerDesign.trained
    var design = Tiny.design(headsWithPositionHistory: trained.headsWithPositionHistory)
    (design.barsHeard, design.barsRecalled) = (trained.barsHeard, trained.barsRecalled)
    let shifted = Self.pieces.map { piece in
      Self.changed(piece) { $0.token.offset = UInt8(Int($0.token.offset) + shift) }
    }
    let here = inputs(Self.pieces, design, FeelVariation(gamma: 1, shift: shift))
    try expectSame(here, inputs(shifted, design, .asRecorded))
    let recorded = inputs(Self.pieces, design, .asRecorded)
    #expect(here.map(\.targets) != recorded.map(\.targets))
  }

  @Test(arguments: [0.7, 0.9, 1.15, 1.6])
  func `a stretch on a curve has the inputs and targets of pieces played at other velocities`(
    gamma: Double
  ) throws {
    // Without `PositionHistory`, whose mean velocities are not exact.
    let design = Tiny.design
    func curved(_ velocity: Int) -> Double { 127 * pow(Double(velocity) / 127, gamma) }
    let played = Self.pieces.map { piece in
      Self.changed(piece) { placed in
        let bin = Int(placed.token.velocity)
        if bin < 31 { placed.token.velocity = UInt8(min(Int(curved(4 * bin + 2)) / 4, 30)) }
        placed.velocity = UInt8(curved(Int(placed.velocity)).rounded())
      }
    }
    let here = inputs(Self.pieces, design, FeelVariation(gamma: gamma, shift: 0))
    // A piece's velocities are whole numbers.
    try expectSame(here, inputs(played, design, .asRecorded), tolerance: 0.501 / 127)
    let recorded = inputs(Self.pieces, design, .asRecorded)
    #expect(here.map(\.targets) != recorded.map(\.targets))
  }
}
