public import Drummer

extension DrummerModel {
  /// A small model with random weights.
  public static func random(
    seed: UInt64 = 1, barsHeard: [Int] = [1, 2], barsRecalled: [Int] = [1, 2, 4],
    phraseBars: Int = 4, headsWithPositionHistory: Set<Attribute> = []
  ) -> DrummerModel {
    var design = DrummerDesign()
    (design.hiddenSize, design.embeddingSize, design.headSize) = (16, 12, 8)
    (design.barsHeard, design.barsRecalled) = (barsHeard, barsRecalled)
    design.phraseBars = phraseBars
    design.headsWithPositionHistory = headsWithPositionHistory
    var chance = SplitMix64(seed: seed)
    let layout = TensorLayout(design)
    var weights = (0..<layout.count).map { _ in
      Float.random(in: -0.6...0.6, using: &chance)
    }
    // Biased towards short waits, so that it plays many hits.
    for (wait, place) in layout["h.ds.out.bias"].range.enumerated() {
      weights[place] = -0.4 * Float(wait)
    }
    return DrummerModel(design: design, weights: weights, card: ModelCard())
  }
}
