public import Drummer

/// Evaluates a model on recordings without training.
public struct Evaluation {
  private let band: Band

  /// Loads `model` for evaluation, which needs OpenBLAS.
  public init(_ model: DrummerModel) throws(BLASError) {
    band = try Band(model.design, TrainingSettings())
    band.weights.load(model.weights)
  }

  /// Loss and accuracy over all `pieces`, each from its beginning.
  public func foresight(of pieces: [TrainingPiece]) -> PredictionStatistics {
    band.foresight(of: TrainingSet(pieces, design: band.weights.design))
  }
}

extension Band {
  /// Loss and accuracy over `set`, each piece from its beginning.
  func foresight(of set: TrainingSet) -> PredictionStatistics {
    var foresight = PredictionStatistics()
    var dealer = BatchSampler(inOrder: set, rows: settings.rows, times: settings.times)
    // Unused: evaluation is not random.
    var chance = SplitMix(state: 0)
    while let chunk = dealer.next(set, chance: &chance) { foresight.add(hear(chunk, set)) }
    return foresight
  }
}
