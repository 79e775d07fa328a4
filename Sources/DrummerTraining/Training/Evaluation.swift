public import Drummer

/// A drummer that listens to recordings without learning from them.
public struct Evaluation {
  private let band: Band

  /// Makes `model` listen, which needs OpenBLAS.
  public init(_ model: DrummerModel) throws(BLASError) {
    band = try Band(model.design, TrainingSettings())
    band.weights.load(model.weights)
  }

  /// How well it foresees the hits of all `pieces`, each from its beginning.
  public func foresight(of pieces: [TrainingPiece]) -> Foresight {
    band.foresight(of: TrainingSet(pieces, design: band.weights.design))
  }
}

extension Band {
  /// How well all hits of `set` are foreseen, each piece from its beginning.
  func foresight(of set: TrainingSet) -> Foresight {
    var foresight = Foresight()
    var dealer = Dealer(inOrder: set, rows: settings.rows, times: settings.times)
    // Nothing varies, so that nothing is left to chance.
    var chance = SplitMix(state: 0)
    while let chunk = dealer.next(set, chance: &chance) { foresight.add(hear(chunk, set)) }
    return foresight
  }
}
