public import Drummer

/// Evaluates a model on recordings without training.
public struct Evaluation {
  private let pool: WorkerPool

  /// Loads `model` for evaluation, which needs OpenBLAS.
  public init(_ model: DrummerModel) throws(BLASError) {
    pool = try WorkerPool(model.design, TrainingSettings())
    pool.weights.load(model.weights)
  }

  /// Loss and accuracy over all `pieces`, each from its beginning.
  public func foresight(of pieces: [TrainingPiece]) -> PredictionStatistics {
    pool.foresight(of: TrainingSet(pieces, design: pool.weights.design))
  }
}

extension WorkerPool {
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
